/** A mesh under construction; counter-clockwise from outside. */
export interface MeshBuilder {
  /** xyz per vertex. */
  readonly positions: number[];
  /** Unit xyz per vertex. */
  readonly normals: number[];
  /** UV per vertex, origin top left. */
  readonly uvs: number[];
  readonly indices: number[];
}

/** Creates an empty mesh. */
export function createMeshBuilder(): MeshBuilder {
  return { positions: [], normals: [], uvs: [], indices: [] };
}
