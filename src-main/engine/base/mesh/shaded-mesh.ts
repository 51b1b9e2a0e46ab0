/**
 * Triangles ready for export: vertices are duplicated where normals or UVs are split. Metres, +Y up, counter-clockwise
 * from outside.
 */
export interface ShadedMesh {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Null if UVs were not requested. */
  readonly uvs: Float32Array | null;
  readonly indices: Uint32Array;
}
