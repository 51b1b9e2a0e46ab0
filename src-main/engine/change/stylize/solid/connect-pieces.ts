import { labelPieces, neighbourOffsets } from './label-pieces.ts';
import type { LevelSet } from './level-set.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Minimum number of cells of a piece; smaller ones are removed. */
const MIN_CELLS = 12;

/**
 * Joins the connected components of a solid, in place, by rods of `radius` along short paths through cells marked in
 * `open` (null: all cells). A flood starts from all pieces at once; a rod is added where two of them meet. Tiny pieces
 * are removed; pieces that the flood cannot connect remain separate. Returns the number of joins. O(cells + rods ×
 * radius³).
 */
export function connectPieces(field: LevelSet, open: Uint8Array | null, radius: number): number {
  const { counts, values } = field;
  const steps = neighbourOffsets(counts);
  const { owners, sizes } = labelPieces(values, counts);
  for (let cell = 0; cell < values.length; cell++) {
    if (owners[cell] === 0 || sizes[owners[cell]!]! >= MIN_CELLS) continue;
    values[cell] = -radius;
    owners[cell] = 0;
  }
  const pieces = sizes.filter((size) => size >= MIN_CELLS).length;
  if (pieces < 2) return 0;
  const union = createUnion(sizes.length);
  const queue: number[] = [];
  for (let cell = 0; cell < values.length; cell++) if (owners[cell]! > 0) queue.push(cell);
  const labels = owners.slice();
  const from = new Int32Array(values.length);
  const rods: number[] = [];
  let joins = 0;
  for (let i = 0; i < queue.length && joins + 1 < pieces; i++) {
    const cell = queue[i]!;
    for (const step of steps) {
      const next = cell + step;
      const label = labels[next] ?? 0;
      if (label === 0) {
        if (open?.[next] === 0 || isBoundary(next, counts)) continue;
        labels[next] = labels[cell]!;
        from[next] = cell;
        queue.push(next);
      } else if (label !== labels[cell] && union(label, labels[cell]!)) {
        joins++;
        for (const end of [cell, next]) {
          let back = end;
          for (; owners[back] === 0; back = from[back]!) rods.push(back);
          rods.push(back);
        }
      }
    }
  }
  thicken(field, rods, radius);
  return joins;
}

/**
 * Creates disjoint sets of one member each. The function merges the sets of two members; false if they were the same.
 */
function createUnion(count: number): (a: number, b: number) => boolean {
  const parents = Int32Array.from({ length: count }, (_, member) => member);
  const rootOf = (member: number): number => {
    let root = member;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  return (a, b) => {
    const [p, q] = [rootOf(a), rootOf(b)];
    parents[p] = q;
    return p !== q;
  };
}

/** True for the outermost cells, which are always outside the solid. */
function isBoundary(cell: number, [nx, ny, nz]: GridPoint): boolean {
  const x = cell % nx;
  const z = Math.floor(cell / nx) % nz;
  const y = Math.floor(cell / (nx * nz));
  return x === 0 || z === 0 || y === 0 || x === nx - 1 || z === nz - 1 || y >= ny - 1;
}

/** Adds balls of `radius` around the centres of cells to the solid. */
function thicken(field: LevelSet, cells: readonly number[], radius: number): void {
  const { counts, steps, values } = field;
  const reach = Math.ceil(radius / steps[0]) + 1;
  for (const cell of cells) {
    for (let y = -reach; y <= reach; y++) {
      for (let z = -reach; z <= reach; z++) {
        for (let x = -reach; x <= reach; x++) {
          const at = cell + (y * counts[2] + z) * counts[0] + x;
          const depth = radius - steps[0] * Math.hypot(x, y, z);
          if (depth > (values[at] ?? Infinity) && !isBoundary(at, counts)) values[at] = depth;
        }
      }
    }
  }
}
