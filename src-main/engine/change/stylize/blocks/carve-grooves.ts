import { fixBlockContacts, type Blocks } from './build-blocks.ts';
import { neighbourOffsets } from '../solid/label-pieces.ts';
import type { GridLines } from './triangulate-rectangles.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Cells at a third of the block size: three along each edge of a block, the outer two thin. */
export interface FineCells {
  readonly counts: GridPoint;
  readonly solid: Uint8Array;
  /** Brick of each cell. */
  readonly keys: Uint32Array;
  readonly lines: GridLines;
}

/**
 * Half the width of a groove as a share of the stud pitch. Real bricks have 0.1 mm of play per 8 mm, which would be too
 * thin to see from a distance.
 */
const GROOVE = 0.035;

/**
 * Carves grooves, as deep as half their width, into the outside of a solid between adjacent bricks: the bricks are
 * visible, but remain one solid. Grooves are filled where only an edge or corner contact would be left.
 */
export function carveGrooves(blocks: Blocks, owners: Uint32Array): FineCells {
  const { counts, solid } = blocks;
  const fine = counts.map((count) => count * 3) as unknown as GridPoint;
  const cells = new Uint8Array(fine[0] * fine[1] * fine[2]);
  const keys = new Uint32Array(cells.length);
  const strides = [1, counts[0] * counts[2], counts[0]] as const;
  const sides: [0 | 1 | 2, number][] = [];
  for (let y = 3; y < fine[1] - 3; y++) {
    for (let z = 3; z < fine[2] - 3; z++) {
      for (let x = 3; x < fine[0] - 3; x++) {
        const [bx, by, bz] = [Math.floor(x / 3), Math.floor(y / 3), Math.floor(z / 3)];
        const block = (by * counts[2] + bz) * counts[0] + bx;
        if (!solid[block]) continue;
        sides.length = 0;
        if (x % 3 !== 1) sides.push([0, (x % 3) - 1]);
        if (y % 3 !== 1) sides.push([1, (y % 3) - 1]);
        if (z % 3 !== 1) sides.push([2, (z % 3) - 1]);
        const cell = (y * fine[2] + z) * fine[0] + x;
        const neighbours = sides.map(([axis, side]) => owners[block + strides[axis] * side]!);
        const isAir = neighbours.includes(0);
        const isJoint = neighbours.some((other) => other > 0 && other !== owners[block]);
        if (isAir && isJoint) continue;
        cells[cell] = 1;
        keys[cell] = owners[block]!;
      }
    }
  }
  const carved = cells.slice();
  fixBlockContacts(cells, fine);
  for (let cell = 0; cell < cells.length; cell++) {
    if (!cells[cell] || carved[cell]) continue;
    const [x, rest] = [cell % fine[0], Math.floor(cell / fine[0])];
    const [z, y] = [rest % fine[2], Math.floor(rest / fine[2])];
    const block = (Math.floor(y / 3) * counts[2] + Math.floor(z / 3)) * counts[0] + Math.floor(x / 3);
    keys[cell] = owners[block] || findAdjacentOwner(cell, keys, fine);
  }
  return { counts: fine, solid: cells, keys, lines: toFineLines(blocks) };
}

function findAdjacentOwner(cell: number, keys: Uint32Array, counts: GridPoint): number {
  return Math.max(...neighbourOffsets(counts).map((step) => keys[cell + step]!));
}

function toFineLines({ counts, origin, steps }: Blocks): GridLines {
  const rim = GROOVE * steps[0];
  const line = (k: 0 | 1 | 2) =>
    Float64Array.from({ length: counts[k] * 3 + 1 }, (_, i) => {
      const shift = i % 3 === 0 ? 0 : i % 3 === 1 ? rim : steps[k] - rim;
      return origin[k] + Math.floor(i / 3) * steps[k] + shift;
    });
  return [line(0), line(1), line(2)];
}
