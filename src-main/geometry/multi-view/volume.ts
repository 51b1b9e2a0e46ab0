/**
 * A scalar field on cells: inside where positive. x runs fastest, then z, then y, so that a horizontal slice is one
 * stretch of memory; +X right, +Y up, +Z front. The outermost cells are never inside.
 */
export interface Volume {
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly values: Float32Array;
}
