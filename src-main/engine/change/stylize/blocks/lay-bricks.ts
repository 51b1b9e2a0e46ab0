import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Bricks over blocks. */
export interface Bricks {
  /** Per cell the number of its brick, from 1 on; 0: none. */
  readonly owners: Uint32Array;
  /** Per brick (0 is none) its colour. */
  readonly colors: readonly number[];
}

/** Footprints of bricks in studs, as they are sold. */
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

/** What holding on to a further brick below is worth, in studs of area. */
const BOND = 4;

/**
 * Lays bricks of one colour each over solid cells, layer by layer from below: at each free cell the brick that covers
 * most and rests on most different bricks, so that joints are staggered; even layers prefer bricks along x, odd ones
 * along z. Cells that cannot be seen (`keys` −1) take any colour. O(cells × footprints).
 */
export function layBricks(solid: Uint8Array, keys: Int16Array, [nx, ny, nz]: GridPoint): Bricks {
  const owners = new Uint32Array(solid.length);
  const colors = [0];
  const below = new Set<number>();

  /** What a brick here is worth, and its colour; null: it does not fit. */
  const judge = (cell: number, width: number, depth: number, layer: number): { worth: number; key: number } | null => {
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
    return { worth: width * depth + BOND * below.size + 0.1 * along, key };
  };

  for (let y = 1; y < ny; y++) {
    for (let place = 0; place < nx * nz; place++) {
      const cell = y * nx * nz + place;
      if (!solid[cell] || owners[cell]) continue;
      let best = { worth: 0, key: 0, width: 1, depth: 1 };
      for (const [width, depth] of FOOTPRINTS) {
        const verdict = judge(cell, width, depth, y);
        if (verdict && verdict.worth > best.worth) best = { ...verdict, width, depth };
      }
      for (let z = 0; z < best.depth; z++) owners.fill(colors.length, cell + z * nx, cell + z * nx + best.width);
      colors.push(Math.max(0, best.key));
    }
  }
  return { owners, colors };
}
