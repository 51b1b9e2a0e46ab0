/** Called with coordinates in tiles, u to the right and v down, and the weight of the direction. */
export type ReadTile = (u: number, v: number, weight: number) => void;

/** Exponent of the normal's components as weights; high enough to keep the blending zones narrow. */
const SHARPNESS = 8;
/** Minimum weight of a direction; smaller ones are ignored. */
const MIN_WEIGHT = 0.02;

/**
 * Projects a tiled image onto a surface along the three axes, weighted by how much the surface faces each; the weights
 * sum to 1. The image is upright and not mirrored on every side. `tile` is the edge of a tile in the units of `at`.
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
  wx = wx / sum < MIN_WEIGHT ? 0 : wx;
  wy = wy / sum < MIN_WEIGHT ? 0 : wy;
  wz = wz / sum < MIN_WEIGHT ? 0 : wz;
  const total = wx + wy + wz;
  if (wx > 0) read(normal[0]! > 0 ? -z : z, -y, wx / total);
  if (wy > 0) read(x, normal[1]! > 0 ? z : -z, wy / total);
  if (wz > 0 || total === 0) read(normal[2]! < 0 ? -x : x, -y, total === 0 ? 1 : wz / total);
}
