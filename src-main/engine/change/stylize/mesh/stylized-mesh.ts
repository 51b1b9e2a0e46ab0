import type { MeshBuilder } from './mesh-builder.ts';

/** The result of a style: a closed mesh and its texture. */
export interface StylizedMesh {
  readonly mesh: MeshBuilder;
  /** PNG, to be sampled without filtering. */
  readonly image: Uint8Array;
}
