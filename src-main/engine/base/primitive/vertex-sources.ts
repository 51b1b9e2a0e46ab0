/**
 * Sources of the vertices of a rebuilt primitive: vertex i is `from[i]`, interpolated by `share[i]` towards `to[i]`.
 */
export interface VertexSources {
  readonly from: ArrayLike<number>;
  readonly to?: ArrayLike<number>;
  /** 0 to 1 each; required with `to`. */
  readonly share?: ArrayLike<number>;
}
