import type { Rgb } from '../../../base/material/finish.ts';
import { createPattern, type Pattern } from '../../../base/material/patterns.ts';
import { smoothstep } from '../../../base/maths/smoothstep.ts';
import type { PaintBody } from '../body/paint-body.ts';
import { toTileSize } from './tile-painter.ts';
import type { Painter } from './painter.ts';
import type { TextureDescription } from './texture-description.ts';
import { projectTriplanar } from './triplanar-projection.ts';

/** Height of a relief as a share of its tile's edge. */
const RELIEF = 0.01;
/** Tile of patches relative to the pattern's tile. */
const PATCH_TILE = 1.7;
/** Noise values between which a patch fades in. */
const PATCH_EDGE = [0.44, 0.54] as const;
const WORN_ROUGHNESS = 0.92;
/** Default ink of a print as a share of the base colour. */
const INK_SHADE = 0.3;
/** Light of a print pattern below which a point is printed; it is 1 on the background. */
const PRINT_THRESHOLD = 0.6;

/**
 * Creates a painter for a described texture: colour, metalness and roughness, relief, a two-colour print, patches and
 * wear. Deterministic for the same body, look and seed.
 */
export function createDescriptionPainter(body: PaintBody, look: TextureDescription, seed: number): Painter {
  const { finish, print, second, wear } = look;
  const tile = toTileSize(body);
  const relief = finish.pattern && createPattern(finish.pattern, seed);
  const printed = print && createPattern(print, seed);
  const patches = (!print && second) || wear ? createPattern('stone', seed + 1) : null;
  const ink: Rgb = second ?? (finish.color.map((value) => value * INK_SHADE) as unknown as Rgb);

  return {
    paintsPbr: true,
    paint: ({ at, normal }, out) => {
      const { color } = out;
      color.set(finish.color);
      out.roughness = finish.roughness;
      out.metallic = finish.metallic;
      out.height = 0;
      if (printed) mix(color, ink, samplePattern(printed, at, normal, tile, isPrinted));
      const noise = patches ? samplePattern(patches, at, normal, PATCH_TILE * tile, heightOf) : 0;
      const patch = smoothstep(noise, ...PATCH_EDGE);
      if (!print && second) mix(color, second, patch);
      if (relief) {
        const light = samplePattern(relief, at, normal, tile, lightOf);
        for (let c = 0; c < 3; c++) color[c] = Math.min(255, color[c]! * light);
        out.height = RELIEF * tile * samplePattern(relief, at, normal, tile, heightOf);
      }
      if (wear) {
        // Half of the wear is even, the rest is in patches.
        const share = Math.min(1, wear.share * (0.5 + patch));
        mix(color, wear.color, share);
        out.metallic *= 1 - share * patch;
        out.roughness += (WORN_ROUGHNESS - out.roughness) * Math.max(0, share);
        out.height += 0.3 * RELIEF * tile * noise * patch;
      }
    },
  };
}

const lightOf = (pattern: Pattern, u: number, v: number): number => pattern(u, v).light;
const heightOf = (pattern: Pattern, u: number, v: number): number => pattern(u, v).height;
const isPrinted = (pattern: Pattern, u: number, v: number): number => (pattern(u, v).light < PRINT_THRESHOLD ? 1 : 0);

function samplePattern(
  pattern: Pattern,
  at: Float32Array,
  normal: Float32Array,
  tile: number,
  value: (pattern: Pattern, u: number, v: number) => number,
): number {
  let sum = 0;
  projectTriplanar(at, normal, tile, (u, v, weight) => {
    sum += weight * value(pattern, u - Math.floor(u), v - Math.floor(v));
  });
  return sum;
}

function mix(color: Float64Array, other: Rgb, share: number): void {
  for (let c = 0; c < 3; c++) color[c]! += (other[c]! - color[c]!) * share;
}
