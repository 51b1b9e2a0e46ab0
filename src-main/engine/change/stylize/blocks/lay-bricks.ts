import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A layout of bricks. */
export interface Bricks {
  /** Brick of each cell, from 1; 0 for none. */
  readonly owners: Uint32Array;
  /** Colour key of each brick; index 0 is unused. */
  readonly colors: readonly number[];
}

/** Footprints of common bricks, in studs. */
const SIZES = [
  [1, 1],
  [1, 2],
  [1, 3],
  [1, 4],
  [1, 6],
  [2, 2],
  [2, 3],
  [2, 4],
  [2, 6],
] as const;
const FOOTPRINTS = [...SIZES, ...SIZES.filter(([a, b]) => a !== b).map(([a, b]) => [b, a] as const)];

/** Score of each brick below that a new brick rests on, in studs of area. */
const BOND_SCORE = 4;

/**
 * Covers solid cells with bricks of one colour each (greedy, layer by layer from the bottom). Each free cell gets the
 * brick with the best score of covered area and number of different bricks below, so that joints are staggered. Even
 * layers prefer bricks along x, odd ones along z. Hidden cells (`keys` −1) match any colour. O(cells × footprints).
 */
export function layBricks(solid: Uint8Array, keys: Int16Array, [nx, ny, nz]: GridPoint): Bricks {
  const owners = new Uint32Array(solid.length);
  const colors = [0];
  const below = new Set<number>();

  /** Scores a brick at a cell and returns its colour key; null if it does not fit. */
  const scoreBrick = (
    cell: number,
    width: number,
    depth: number,
    layer: number,
  ): { score: number; key: number } | null => {
    let key = -1;
    below.clear();
    for (let z = 0; z < depth; z++) {
      for (let x = 0; x < width; x++) {
        const at = cell + z * nx + x;
        if (!solid[at] || owners[at]) return null;
        const own = keys[at]!;
        if (own >= 0 && key >= 0 && own !== key) return null;
        if (own >= 0) key = own;
        const under = owners[at - nx * nz]!;
        if (under > 0) below.add(under);
      }
    }
    const along = layer % 2 === 0 ? width : depth;
    return { score: width * depth + BOND_SCORE * below.size + 0.1 * along, key };
  };

  for (let y = 1; y < ny; y++) {
    for (let column = 0; column < nx * nz; column++) {
      const cell = y * nx * nz + column;
      if (!solid[cell] || owners[cell]) continue;
      let best = { score: 0, key: 0, width: 1, depth: 1 };
      for (const [width, depth] of FOOTPRINTS) {
        const candidate = scoreBrick(cell, width, depth, y);
        if (candidate && candidate.score > best.score) best = { ...candidate, width, depth };
      }
      for (let z = 0; z < best.depth; z++) owners.fill(colors.length, cell + z * nx, cell + z * nx + best.width);
      colors.push(Math.max(0, best.key));
    }
  }
  return { owners, colors };
}
