import { fixCornerContacts } from '../../../base/mesh/fix-corner-contacts.ts';
import { fillInterior } from '../solid/fill-interior.ts';
import { stepsOver } from '../solid/label-pieces.ts';
import { countCells, fitGrid, voxelizeSurface, type CellGrid } from '../solid/voxelize-surface.ts';
import type { GridPoint, StylizeSubject } from '../mesh/stylize-subject.ts';

/** A subject as blocks. */
export interface Blocks extends CellGrid {
  /** 1: there is a block. No two blocks, nor gaps, meet only at an edge or a corner: the surface is manifold. */
  readonly solid: Uint8Array;
  /** Linear RGB of each block: the mean of the surface in it, or of the nearest block that has some. */
  readonly colors: Float32Array;
}

/**
 * A subject as a solid of blocks of the given edges (in units of the subject): all blocks its surface passes, and what
 * they close in. Where blocks would meet at an edge or corner only, one between them is filled. O(blocks + area).
 */
export function buildBlocks(subject: StylizeSubject, steps: GridPoint): Blocks {
  const half = subject.size.map((side) => side / 2);
  const grid = fitGrid([-half[0]!, -half[1]!, -half[2]!], [half[0]!, half[1]!, half[2]!], steps);
  const cells = countCells(grid);
  const shell = new Uint8Array(cells);
  const sums = new Float32Array(cells * 3);
  const hits = new Float32Array(cells);
  const color = new Float64Array(3);
  voxelizeSurface(subject.mesh, grid, (cell, triangle, a, b, c) => {
    subject.colorAt(triangle, a, b, c, color);
    shell[cell] = 1;
    hits[cell]!++;
    for (let k = 0; k < 3; k++) sums[cell * 3 + k]! += color[k]!;
  });
  const solid = fillInterior(shell, grid.counts);
  joinBlocks(solid, grid.counts);
  for (let cell = 0; cell < cells; cell++) {
    if (hits[cell]! > 0) for (let k = 0; k < 3; k++) sums[cell * 3 + k]! /= hits[cell]!;
  }
  spreadColors(sums, shell, solid, grid.counts);
  return { ...grid, solid, colors: sums };
}

/** Fills blocks, in place, until none meet at an edge or corner only. */
export function joinBlocks(solid: Uint8Array, [width, height, depth]: GridPoint): void {
  const values = Float32Array.from(solid, (isSolid) => (isSolid ? 1 : -1));
  fixCornerContacts({ width, height, depth, values });
  for (let cell = 0; cell < solid.length; cell++) solid[cell] = values[cell]! > 0 ? 1 : 0;
}

/** Hands colours on from block to block, in place. */
function spreadColors(colors: Float32Array, known: Uint8Array, solid: Uint8Array, counts: GridPoint): void {
  const isKnown = known.slice();
  const waiting: number[] = [];
  for (let cell = 0; cell < solid.length; cell++) if (isKnown[cell]) waiting.push(cell);
  const steps = stepsOver(counts);
  for (let i = 0; i < waiting.length; i++) {
    const cell = waiting[i]!;
    for (const step of steps) {
      const next = cell + step;
      // The outermost cells are empty, so no step leads across the border.
      if (!solid[next] || isKnown[next]) continue;
      isKnown[next] = 1;
      colors.copyWithin(next * 3, cell * 3, cell * 3 + 3);
      waiting.push(next);
    }
  }
}
