/** Where the vertices of a rebuilt primitive come from: vertex i is `from[i]`, moved by `share[i]` towards `to[i]`. */
export interface VertexSources {
  readonly from: ArrayLike<number>;
  readonly to?: ArrayLike<number>;
  /** 0 to 1 each; needed with `to`. */
  readonly share?: ArrayLike<number>;
}
