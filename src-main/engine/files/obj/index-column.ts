import { growingIntegers } from '../import/growing-array.ts';

/** Stands for a missing index. */
export const NO_INDEX = 0xffffffff;

/** Indices of corners, in memory only from the first one that is not missing. */
export interface IndexColumn {
  /** Sets the index of the next corner, `corner`; −1: none. */
  set(corner: number, index: number): void;
  /** Returns the indices of so many corners; null if all are missing. */
  finish(corners: number): Uint32Array | null;
}

/** Creates a column in which all corners up to the first `set` have no index. */
export function createIndexColumn(): IndexColumn {
  const indices = growingIntegers();
  const fill = (corners: number): void => {
    while (indices.length < corners) indices.push(NO_INDEX);
  };
  return {
    set(corner, index) {
      if (index < 0) return;
      fill(corner);
      indices.push(index);
    },
    finish(corners) {
      if (indices.length === 0) return null;
      fill(corners);
      return indices.finish();
    },
  };
}
