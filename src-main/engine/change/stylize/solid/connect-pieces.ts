import { labelPieces, stepsOver } from './label-pieces.ts';
import type { LevelSet } from './level-set.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A piece of fewer cells than this is dropped. */
const MIN_CELLS = 12;

/**
 * Joins the pieces of a solid, in place, by rods of `radius` along short ways through `open` cells (null: through all);
 * the flood runs from all pieces at once, and where two meet, a rod is laid. Specks are dropped, and a piece that no way
 * leads to stays alone. Answers how many times pieces were joined. O(cells + rods × radius³).
 */
export function connectPieces(field: LevelSet, open: Uint8Array | null, radius: number): number {
  const { counts, values } = field;
  const steps = stepsOver(counts);
  const { owners, sizes } = labelPieces(values, counts);
  for (let cell = 0; cell < values.length; cell++) {
    if (owners[cell] === 0 || sizes[owners[cell]!]! >= MIN_CELLS) continue;
    values[cell] = -radius;
    owners[cell] = 0;
  }
  const pieces = sizes.filter((size) => size >= MIN_CELLS).length;
  if (pieces < 2) return 0;
  const join = createGroups(sizes.length);
  const reached: number[] = [];
  for (let cell = 0; cell < values.length; cell++) if (owners[cell]! > 0) reached.push(cell);
  const labels = owners.slice();
  const from = new Int32Array(values.length);
  const rods: number[] = [];
  let joined = 0;
  for (let i = 0; i < reached.length && joined + 1 < pieces; i++) {
    const cell = reached[i]!;
    for (const step of steps) {
      const next = cell + step;
      const label = labels[next] ?? 0;
      if (label === 0) {
        if (open?.[next] === 0 || isFrame(next, counts)) continue;
        labels[next] = labels[cell]!;
        from[next] = cell;
        reached.push(next);
      } else if (label !== labels[cell] && join(label, labels[cell]!)) {
        joined++;
        for (const end of [cell, next]) {
          let back = end;
          for (; owners[back] === 0; back = from[back]!) rods.push(back);
          rods.push(back);
        }
      }
    }
  }
  thicken(field, rods, radius);
  return joined;
}

/** Joins the groups of two members; false: they were one already. */
function createGroups(count: number): (a: number, b: number) => boolean {
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

/** Whether a cell is one of the outermost, which are never inside. */
function isFrame(cell: number, [nx, ny, nz]: GridPoint): boolean {
  const x = cell % nx;
  const z = Math.floor(cell / nx) % nz;
  const y = Math.floor(cell / (nx * nz));
  return x === 0 || z === 0 || y === 0 || x === nx - 1 || z === nz - 1 || y >= ny - 1;
}

/** Makes all within `radius` of the middles of cells solid. */
function thicken(field: LevelSet, cells: readonly number[], radius: number): void {
  const { counts, steps, values } = field;
  const reach = Math.ceil(radius / steps[0]) + 1;
  for (const cell of cells) {
    for (let y = -reach; y <= reach; y++) {
      for (let z = -reach; z <= reach; z++) {
        for (let x = -reach; x <= reach; x++) {
          const at = cell + (y * counts[2] + z) * counts[0] + x;
          const depth = radius - steps[0] * Math.hypot(x, y, z);
          if (depth > (values[at] ?? Infinity) && !isFrame(at, counts)) values[at] = depth;
        }
      }
    }
  }
}
