import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Connected components of a solid. */
export interface Pieces {
  /** Label of each cell's piece, from 1; 0 outside. */
  readonly owners: Int32Array;
  /** Number of cells of each piece; index 0 is unused. */
  readonly sizes: readonly number[];
}

/** Returns the index offsets to a cell's six face neighbours; valid for all cells but the outermost. */
export function neighbourOffsets([nx, , nz]: GridPoint): readonly number[] {
  return [1, -1, nx, -nx, nx * nz, -nx * nz];
}

/** Labels the face-connected components of cells above 0. The outermost cells must be outside. O(cells). */
export function labelPieces(values: Float32Array | Uint8Array, counts: GridPoint): Pieces {
  const steps = neighbourOffsets(counts);
  const owners = new Int32Array(values.length);
  const sizes = [0];
  const stack: number[] = [];
  for (let first = 0; first < values.length; first++) {
    if (values[first]! <= 0 || owners[first] !== 0) continue;
    const piece = sizes.length;
    owners[first] = piece;
    stack.push(first);
    let size = 0;
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      size++;
      for (const step of steps) {
        const next = cell + step;
        if (values[next]! <= 0 || owners[next] !== 0) continue;
        owners[next] = piece;
        stack.push(next);
      }
    }
    sizes.push(size);
  }
  return { owners, sizes };
}
