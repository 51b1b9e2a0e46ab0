import { columnAt, type Volume } from './volume.ts';

/** The three axes as bits of a cube's corner: x, z, y. */
const AXES = [1, 2, 4] as const;

/** For each of the 256 patterns of a cube, true if both its covered and its empty corners are connected along edges. */
const IS_SIMPLE = Array.from({ length: 256 }, (_, pattern) => hangsTogether(pattern) && hangsTogether(255 - pattern));

/** Value of a filled cell: just inside. */
const FILLED = 0.02;

/**
 * Fills single cells, in place, until no two parts of the body or of the space around it meet only at an edge or a
 * corner of cells: exactly then a surface net is manifold. Only cells next to such a contact are filled, never the
 * outermost ones. O(cells).
 */
export function fixCornerContacts(volume: Volume): void {
  const { width, depth, height, values } = volume;
  const steps = [1, width, width * depth] as const;
  const cornerAt = (corner: number): number => AXES.reduce((sum, axis, k) => sum + (corner & axis ? steps[k]! : 0), 0);
  const offsets = Int32Array.from({ length: 8 }, (_, corner) => cornerAt(corner));

  const columnOf = (cell: number): number => columnAt(values, cell, width, steps[2]);
  const isInner = (cell: number): boolean => {
    const x = cell % width;
    const z = Math.floor(cell / width) % depth;
    const y = Math.floor(cell / (width * depth));
    return x > 0 && z > 0 && y > 0 && x < width - 1 && z < depth - 1 && y < height - 1;
  };

  const waiting: number[] = [];
  for (let y = 0; y < height - 1; y++) {
    for (let z = 0; z < depth - 1; z++) {
      const row = (y * depth + z) * width;
      let column = columnOf(row);
      for (let cube = row; cube < row + width - 1; cube++) {
        const next = columnOf(cube + 1);
        if (!IS_SIMPLE[column | (next << 1)]) waiting.push(cube);
        column = next;
      }
    }
  }
  for (let cube = waiting.pop(); cube !== undefined; cube = waiting.pop()) {
    if (IS_SIMPLE[columnOf(cube) | (columnOf(cube + 1) << 1)]) continue;
    let fullest = -1;
    for (const offset of offsets) {
      const cell = cube + offset;
      if (values[cell]! > 0 || !isInner(cell)) continue;
      if (fullest < 0 || values[cell]! > values[fullest]!) fullest = cell;
    }
    if (fullest < 0) continue;
    values[fullest] = FILLED;
    for (const offset of offsets) waiting.push(fullest - offset);
  }
}

/** True if the corners of a pattern form at most one component along the cube's edges. */
function hangsTogether(pattern: number): boolean {
  let reached = pattern & -pattern;
  for (;;) {
    let grown = reached;
    for (let corner = 0; corner < 8; corner++) {
      if (!(reached & (1 << corner))) continue;
      for (const axis of AXES) grown |= (1 << (corner ^ axis)) & pattern;
    }
    if (grown === reached) return reached === pattern;
    reached = grown;
  }
}
