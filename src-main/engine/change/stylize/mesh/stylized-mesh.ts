import type { PaintedMesh } from './mesh-builder.ts';

/** What a style made: a closed mesh, and the picture its uvs are on. */
export interface Made {
  readonly mesh: PaintedMesh;
  /** PNG; its texels are to be shown unmixed. */
  readonly image: Uint8Array;
}
