import type { MeshBuilder } from './mesh-builder.ts';

/** What a style made: a closed mesh, and the picture its uvs are on. */
export interface StylizedMesh {
  readonly mesh: MeshBuilder;
  /** PNG; its texels are to be shown unmixed. */
  readonly image: Uint8Array;
}
