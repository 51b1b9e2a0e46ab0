import { encodeTexture, type EncodedTexture } from '../../../files/images/encode-texture.ts';

/** Height and coverage of each texel of a square texture. */
export interface HeightMap {
  readonly size: number;
  readonly heights: Float32Array;
  readonly covered: Uint8Array;
  /** Edge of a texel in the units of the heights. */
  readonly texel: number;
}

/** Maximum slope; steeper ones are clamped. */
const MAX_SLOPE = 1.5;
/** Minimum slope of a relief; if all slopes are below it, the surface is flat. */
const MIN_SLOPE = 0.004;

/**
 * Converts heights to a tangent-space normal map (glTF convention, +Y up); uncovered texels are flat. Returns null if
 * the whole surface is flat. O(texels).
 */
export async function toNormalMap({ size, heights, covered, texel }: HeightMap): Promise<EncodedTexture | null> {
  const data = new Uint8Array(3 * size * size);
  let steepest = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const own = y * size + x;
      const slope = (before: number, after: number): number => {
        const low = covered[before] ? before : own;
        const high = covered[after] ? after : own;
        const value =
          low === high ? 0 : (heights[high]! - heights[low]!) / (texel * (low === own || high === own ? 1 : 2));
        return Math.min(MAX_SLOPE, Math.max(-MAX_SLOPE, value));
      };
      const across = covered[own] ? slope(x > 0 ? own - 1 : own, x < size - 1 ? own + 1 : own) : 0;
      const down = covered[own] ? slope(y > 0 ? own - size : own, y < size - 1 ? own + size : own) : 0;
      steepest = Math.max(steepest, Math.abs(across), Math.abs(down));
      const length = Math.hypot(across, down, 1);
      data[3 * own] = Math.round(127.5 - (127.5 * across) / length);
      data[3 * own + 1] = Math.round(127.5 + (127.5 * down) / length);
      data[3 * own + 2] = Math.round(127.5 + 127.5 / length);
    }
  }
  return steepest < MIN_SLOPE ? null : encodeTexture({ width: size, height: size, data }, 'PNG', 'linear');
}

/**
 * Packs pairs of roughness and metalness, 0 to 255, into a glTF metallic-roughness texture: roughness in green,
 * metalness in blue. O(texels).
 */
export function toMetallicRoughnessMap(roughnessMetallic: Uint8Array, size: number): Promise<EncodedTexture> {
  const data = new Uint8Array(3 * size * size);
  for (let i = 0; i < size * size; i++) {
    data[3 * i] = 255;
    data[3 * i + 1] = roughnessMetallic[2 * i]!;
    data[3 * i + 2] = roughnessMetallic[2 * i + 1]!;
  }
  return encodeTexture({ width: size, height: size, data }, 'PNG', 'linear');
}
