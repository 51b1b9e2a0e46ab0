import { fixCornerContacts } from '../../../base/mesh/fix-corner-contacts.ts';
import { fillInterior } from '../solid/fill-interior.ts';
import { neighbourOffsets } from '../solid/label-pieces.ts';
import { countCells, fitGrid, voxelizeSurface, type CellGrid } from '../solid/voxelize-surface.ts';
import type { GridPoint, StylizeSubject } from '../mesh/stylize-subject.ts';

/** A subject as blocks. */
export interface Blocks extends CellGrid {
  /** 1 for blocks. No two blocks or gaps touch only at an edge or a corner, so the surface is manifold. */
  readonly solid: Uint8Array;
  /** Linear RGB of each block: the mean of the surface in it or, in the interior, that of the nearest surface block. */
  readonly colors: Float32Array;
}

/**
 * Voxelizes a subject into solid blocks of size `steps`, in units of the subject: all blocks that its surface passes
 * through, and their interior. Blocks that would touch only at an edge or a corner are connected by another block.
 * O(blocks + area).
 */
export function buildBlocks(subject: StylizeSubject, steps: GridPoint): Blocks {
  const half = subject.size.map((side) => side / 2);
  const grid = fitGrid([-half[0]!, -half[1]!, -half[2]!], [half[0]!, half[1]!, half[2]!], steps);
  const cells = countCells(grid);
  const shell = new Uint8Array(cells);
  const sums = new Float32Array(cells * 3);
  const sampleCounts = new Float32Array(cells);
  const color = new Float64Array(3);
  voxelizeSurface(subject.mesh, grid, (cell, triangle, a, b, c) => {
    subject.colorAt(triangle, a, b, c, color);
    shell[cell] = 1;
    sampleCounts[cell]!++;
    for (let k = 0; k < 3; k++) sums[cell * 3 + k]! += color[k]!;
  });
  const solid = fillInterior(shell, grid.counts);
  fixBlockContacts(solid, grid.counts);
  for (let cell = 0; cell < cells; cell++) {
    if (sampleCounts[cell]! > 0) for (let k = 0; k < 3; k++) sums[cell * 3 + k]! /= sampleCounts[cell]!;
  }
  spreadColors(sums, shell, solid, grid.counts);
  return { ...grid, solid, colors: sums };
}

/** Fills cells, in place, until no blocks or gaps touch only at an edge or a corner. */
export function fixBlockContacts(solid: Uint8Array, [width, height, depth]: GridPoint): void {
  const values = Float32Array.from(solid, (isSolid) => (isSolid ? 1 : -1));
  fixCornerContacts({ width, height, depth, values });
  for (let cell = 0; cell < solid.length; cell++) solid[cell] = values[cell]! > 0 ? 1 : 0;
}

/** Propagates colours from known blocks to their neighbours (breadth-first), in place. */
function spreadColors(colors: Float32Array, known: Uint8Array, solid: Uint8Array, counts: GridPoint): void {
  const isKnown = known.slice();
  const queue: number[] = [];
  for (let cell = 0; cell < solid.length; cell++) if (isKnown[cell]) queue.push(cell);
  const steps = neighbourOffsets(counts);
  for (let i = 0; i < queue.length; i++) {
    const cell = queue[i]!;
    for (const step of steps) {
      const next = cell + step;
      // The outermost cells are empty, so no step leads across the border.
      if (!solid[next] || isKnown[next]) continue;
      isKnown[next] = 1;
      colors.copyWithin(next * 3, cell * 3, cell * 3 + 3);
      queue.push(next);
    }
  }
}
