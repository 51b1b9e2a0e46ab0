/** The used part of meshoptimizer's simplifier as bundled with three; three's types omit it. */
declare module 'three/addons/libs/meshopt_simplifier.module.js' {
  /** Three indices per triangle, `stride` floats per position. */
  export const MeshoptSimplifier: {
    readonly ready: Promise<void>;
    /** Renumbers the used vertices in place, in `indices`; returns their new numbers and their count. */
    compactMesh(indices: Uint32Array): [places: Uint32Array, count: number];
    /**
     * Collapses edges; `Sparse`: few of the vertices are used, `Permissive`: also across seams, `Prune`: removes small
     * separate parts.
     */
    simplify(
      indices: Uint32Array,
      positions: Float32Array,
      stride: number,
      targetIndices: number,
      targetError: number,
      flags: readonly ('Sparse' | 'Permissive' | 'Prune')[],
    ): [indices: Uint32Array, error: number];
    /** Merges nearby vertices; the error is a fraction of the mesh's size. */
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
