/**
 * A scalar field on cells; positive values are inside. x runs fastest, then z, then y, so that a horizontal slice is
 * contiguous; +X right, +Y up, +Z front. The outermost cells are never inside.
 */
export interface Volume {
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly values: Float32Array;
}

/**
 * Returns which of four cells are inside, as bits 1, 4, 16, 64: this cell, the next in z, the next in y and the next in
 * both. `slice` is the number of cells per y. Combined with the next column, shifted by one, it is the pattern of a
 * cube's eight corners, where the number of a corner has the bits x, z, y.
 */
export function columnAt(values: Float32Array, cell: number, width: number, slice: number): number {
  return (
    (values[cell]! > 0 ? 1 : 0) |
    (values[cell + width]! > 0 ? 4 : 0) |
    (values[cell + slice]! > 0 ? 16 : 0) |
    (values[cell + slice + width]! > 0 ? 64 : 0)
  );
}
