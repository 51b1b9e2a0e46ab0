/** Triangles with flat or smooth normals and uvs, as they grow; counter-clockwise from outside. */
export interface MeshBuilder {
  /** xyz per vertex. */
  readonly positions: number[];
  /** Unit xyz per vertex. */
  readonly normals: number[];
  /** uv per vertex, origin top left. */
  readonly uvs: number[];
  readonly indices: number[];
}

/** A mesh without triangles. */
export function createMeshBuilder(): MeshBuilder {
  return { positions: [], normals: [], uvs: [], indices: [] };
}
