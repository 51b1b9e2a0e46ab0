/** The part of meshoptimizer's simplifier, as three brings it, that is used here; three's types leave it out. */
declare module 'three/addons/libs/meshopt_simplifier.module.js' {
  /** Numbers of a mesh: three corners a triangle, `stride` floats a place. */
  export const MeshoptSimplifier: {
    readonly ready: Promise<void>;
    /** Numbers the corners that are used anew, in `indices` itself; answers their new numbers and how many there are. */
    compactMesh(indices: Uint32Array): [places: Uint32Array, count: number];
    /** Joins corners that lie near one another; the error is a share of the mesh's size. */
    simplifySloppy(
      indices: Uint32Array,
      positions: Float32Array,
      stride: number,
      lock: Uint8Array | null,
      targetIndices: number,
      targetError: number,
    ): [indices: Uint32Array, error: number];
  };
}
