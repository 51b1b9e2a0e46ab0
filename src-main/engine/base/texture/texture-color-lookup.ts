import type { FlatPrimitive } from '../document/flat-mesh.ts';

/** Writes the linear RGB of a texture at a UV to `out`. */
export type TextureLookup = (u: number, v: number, out: Float32Array) => void;

/**
 * Writes the linear RGB at a point of the triangle that begins at `indices[t]` to `out`; a, b and c are the barycentric
 * weights of its corners.
 */
export type PointColorLookup = (t: number, a: number, b: number, c: number, out: Float64Array) => void;

/** Creates a lookup of surface colours: texture × factor × vertex colour, each if present. */
export function createPointColorLookup(
  { indices, uvs, colors }: Pick<FlatPrimitive, 'indices' | 'uvs' | 'colors'>,
  factor: readonly number[],
  show: TextureLookup | null,
): PointColorLookup {
  const texel = new Float32Array(4).fill(1);
  return (t, a, b, c, out) => {
    const [i, j, k] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    if (show && uvs) {
      const u = a * uvs[2 * i]! + b * uvs[2 * j]! + c * uvs[2 * k]!;
      show(u, a * uvs[2 * i + 1]! + b * uvs[2 * j + 1]! + c * uvs[2 * k + 1]!, texel);
    }
    for (let n = 0; n < 3; n++) {
      const own = colors ? a * colors[4 * i + n]! + b * colors[4 * j + n]! + c * colors[4 * k + n]! : 1;
      out[n] = factor[n]! * texel[n]! * own;
    }
  };
}
