/** Triangles ready for a file: vertices are doubled where normals or uvs break. Metres, +Y up, outside counter-clockwise. */
export interface ShadedMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Null if uvs were not asked for. */
  readonly uvs: Float32Array | null;
  readonly indices: Uint32Array;
}
