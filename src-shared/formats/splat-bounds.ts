import type { SplatLayout } from './splat-layout.ts';

/** Bounding box of splats, in the file's own units and axes. */
export interface SplatBounds {
  readonly min: [x: number, y: number, z: number];
  readonly max: [x: number, y: number, z: number];
}

/** Minimum opacity of a visible splat at its centre, as a logit. */
const MIN_OPACITY = Math.log(1 / 255 / (1 - 1 / 255));

/**
 * Expands a box by consecutive complete splats of a PLY: each by its centre and one standard deviation of its
 * ellipsoid. Ignores invisible splats and invalid numbers.
 */
export function expandByPlySplats(box: SplatBounds, bytes: Uint8Array, { stride, at }: SplatLayout): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row + stride <= bytes.byteLength; row += stride) {
    const read = (offset: number): number => view.getFloat32(row + offset, true);
    if (!(read(at.opacity) >= MIN_OPACITY)) continue;
    expandByEllipsoid(
      box,
      [read(at.place[0]), read(at.place[1]), read(at.place[2])],
      [read(at.turn[0]), read(at.turn[1]), read(at.turn[2]), read(at.turn[3])],
      [Math.exp(read(at.size[0])), Math.exp(read(at.size[1])), Math.exp(read(at.size[2]))],
    );
  }
}

/**
 * Expands a box by an ellipsoid: its centre, its rotation wxyz of any length, and its half axes. Ignores invalid
 * numbers.
 */
export function expandByEllipsoid(
  box: SplatBounds,
  place: readonly [number, number, number],
  [w, x, y, z]: readonly [number, number, number, number],
  [a, b, c]: readonly [number, number, number],
): void {
  const square = w * w + x * x + y * y + z * z || 1;
  // Rows of the rotation matrix times the sizes: the extent of the ellipsoid along each axis.
  const [xx, yy, zz] = [x * x, y * y, z * z];
  const across = Math.hypot((square - 2 * (yy + zz)) * a, 2 * (x * y - w * z) * b, 2 * (x * z + w * y) * c);
  const up = Math.hypot(2 * (x * y + w * z) * a, (square - 2 * (xx + zz)) * b, 2 * (y * z - w * x) * c);
  const along = Math.hypot(2 * (x * z - w * y) * a, 2 * (y * z + w * x) * b, (square - 2 * (xx + yy)) * c);
  grow(box, 0, place[0], across / square);
  grow(box, 1, place[1], up / square);
  grow(box, 2, place[2], along / square);
}

/** Returns an empty box. */
export function emptySplatBounds(): SplatBounds {
  return { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
}

/** Returns the sizes along x, y and z; null for an empty box. */
export function splatBoundsSize({ min, max }: SplatBounds): [number, number, number] | null {
  const sizes: [number, number, number] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  return sizes.every((size) => Number.isFinite(size)) ? sizes : null;
}

function grow({ min, max }: SplatBounds, axis: 0 | 1 | 2, middle: number, reach: number): void {
  if (!Number.isFinite(middle) || !Number.isFinite(reach)) return;
  min[axis] = Math.min(min[axis], middle - reach);
  max[axis] = Math.max(max[axis], middle + reach);
}
