import { LINEAR_OF_BYTE } from '../color/srgb.ts';
import type { RenderTexture } from './render-texture.ts';

const CLAMP_TO_EDGE = 33071;
const MIRRORED_REPEAT = 33648;

/** Writes the texel at (u, v), bilinearly filtered unless it is pixel art, to `out`: linear RGB and alpha, 0 to 1. */
export function sampleLinearTexture(texture: RenderTexture, u: number, v: number, out: Float32Array): void {
  const { width, height, texels, wrapS, wrapT, transform: m } = texture;
  const x = wrap(m[0] * u + m[1] * v + m[2], wrapS) * width - 0.5;
  const y = wrap(m[3] * u + m[4] * v + m[5], wrapT) * height - 0.5;
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = texture.isPixelArt ? Math.round(x - x0) : x - x0;
  const fy = texture.isPixelArt ? Math.round(y - y0) : y - y0;
  const left = neighbour(x0, width, wrapS);
  const right = neighbour(x0 + 1, width, wrapS);
  const top = neighbour(y0, height, wrapT) * width;
  const bottom = neighbour(y0 + 1, height, wrapT) * width;
  const a = texels[top + left]!;
  const b = texels[top + right]!;
  const c = texels[bottom + left]!;
  const d = texels[bottom + right]!;
  const linear = LINEAR_OF_BYTE;
  // All four are equal, as in most of an emissive texture.
  if (a === b && a === c && a === d) {
    out[0] = linear[a & 255]!;
    out[1] = linear[(a >>> 8) & 255]!;
    out[2] = linear[(a >>> 16) & 255]!;
    out[3] = (a >>> 24) / 255;
    return;
  }
  const wa = (1 - fx) * (1 - fy);
  const wb = fx * (1 - fy);
  const wc = (1 - fx) * fy;
  const wd = fx * fy;
  out[0] = wa * linear[a & 255]! + wb * linear[b & 255]! + wc * linear[c & 255]! + wd * linear[d & 255]!;
  out[1] =
    wa * linear[(a >>> 8) & 255]! +
    wb * linear[(b >>> 8) & 255]! +
    wc * linear[(c >>> 8) & 255]! +
    wd * linear[(d >>> 8) & 255]!;
  out[2] =
    wa * linear[(a >>> 16) & 255]! +
    wb * linear[(b >>> 16) & 255]! +
    wc * linear[(c >>> 16) & 255]! +
    wd * linear[(d >>> 16) & 255]!;
  out[3] = (wa * (a >>> 24) + wb * (b >>> 24) + wc * (c >>> 24) + wd * (d >>> 24)) / 255;
}

/** Wraps a coordinate to 0 to 1; NaN reads the corner. */
function wrap(value: number, mode: number): number {
  if (!Number.isFinite(value)) return 0;
  if (mode === CLAMP_TO_EDGE) return Math.min(1, Math.max(0, value));
  if (mode === MIRRORED_REPEAT) return 1 - Math.abs((((value % 2) + 2) % 2) - 1);
  return value - Math.floor(value);
}

function neighbour(texel: number, size: number, mode: number): number {
  if (texel >= 0 && texel < size) return texel;
  const isRepeated = mode !== CLAMP_TO_EDGE && mode !== MIRRORED_REPEAT;
  return texel < 0 === isRepeated ? size - 1 : 0;
}
