/** Coordinates of a repeated picture at a place: u to the right, v down, each whole number one repeat. */
export type ReadTile = (u: number, v: number, weight: number) => void;

/** The exponent of the normal by which the three directions are weighed: high enough that blurred seams stay narrow. */
const SHARPNESS = 8;
/** Directions that count for less are left out. */
const LEAST = 0.02;

/**
 * Lays a repeated picture over a surface from the sides, from above and from below, each in the measure that the surface
 * faces it; weights sum up to 1. Upright and not mirrored on every side. `tile`: the edge of a repeat.
 * Source: Geiss, "Generating complex procedural terrains using the GPU" (GPU Gems 3, 2007).
 */
export function projectTriplanar(at: Float32Array, normal: Float32Array, tile: number, read: ReadTile): void {
  const [x, y, z] = [at[0]! / tile, at[1]! / tile, at[2]! / tile];
  let [wx, wy, wz] = [
    Math.abs(normal[0]!) ** SHARPNESS,
    Math.abs(normal[1]!) ** SHARPNESS,
    Math.abs(normal[2]!) ** SHARPNESS,
  ];
  const sum = wx + wy + wz || 1;
  wx = wx / sum < LEAST ? 0 : wx;
  wy = wy / sum < LEAST ? 0 : wy;
  wz = wz / sum < LEAST ? 0 : wz;
  const total = wx + wy + wz;
  if (wx > 0) read(normal[0]! > 0 ? -z : z, -y, wx / total);
  if (wy > 0) read(x, normal[1]! > 0 ? z : -z, wy / total);
  if (wz > 0 || total === 0) read(normal[2]! < 0 ? -x : x, -y, total === 0 ? 1 : wz / total);
}
