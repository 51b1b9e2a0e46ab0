import type { GridPoint } from '../mesh/stylize-subject.ts';

/** The pieces of a solid. */
export interface Pieces {
  /** Per cell the number of its piece, from 1 on; 0: it is outside. */
  readonly owners: Int32Array;
  /** Per piece the number of its cells; the first, 0, is none. */
  readonly sizes: readonly number[];
}

/** From a cell to the six it shares a face with; cells that are not outermost have all of them. */
export function stepsOver([nx, , nz]: GridPoint): readonly number[] {
  return [1, -1, nx, -nx, nx * nz, -nx * nz];
}

/** Finds the pieces of cells above 0 that hang together over faces. The outermost cells must be outside. O(cells). */
export function labelPieces(values: Float32Array | Uint8Array, counts: GridPoint): Pieces {
  const steps = stepsOver(counts);
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
