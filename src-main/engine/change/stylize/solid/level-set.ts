import { createSurfacePoint, createSurfaceTree, type SurfaceTree } from '../../../base/spatial/surface-tree.ts';
import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { fillInterior, dilate } from './fill-interior.ts';
import { countCells, voxelizeSurface, type CellGrid } from './voxelize-surface.ts';

/** A solid as a level set: the depth at each cell's centre, negative outside; exact near the surface only. */
export interface LevelSet extends CellGrid {
  readonly values: Float32Array;
}

/** Distance of cells that are not measured. */
const FAR = 1e6;

/** Returns 1 for the cells that a surface passes through. */
export function markShell(mesh: TriangleMesh, grid: CellGrid): Uint8Array {
  const shell = new Uint8Array(countCells(grid));
  voxelizeSurface(mesh, grid, (cell) => (shell[cell] = 1));
  return shell;
}

/**
 * Measures the distance from the centres of cells to a surface, for cells within `reach` cells of its shell and not
 * `isExcluded`; Infinity elsewhere. O(cells of the shell × reach), 5 µs each.
 */
export function measureDistances(
  tree: SurfaceTree,
  grid: CellGrid,
  shell: Uint8Array,
  reach: number,
  isExcluded: (cell: number) => boolean = () => false,
): Float32Array {
  let near = shell;
  for (let round = 0; round < reach; round++) near = dilate(near, grid.counts);
  const hit = createSurfacePoint();
  const distances = new Float32Array(near.length).fill(Infinity);
  forEachCell(grid, (cell, x, y, z) => {
    if (!near[cell] || isExcluded(cell)) return;
    tree.nearest(x, y, z, hit);
    distances[cell] = Math.sqrt(hit.squared);
  });
  return distances;
}

/**
 * Converts a surface to a solid: its interior and everything within `offset` of it, so that a sheet becomes a wall of
 * thickness 2 × `offset`. `offset` must be one to three cells: the new surface is then outside the cells that triangles
 * pass through, where inside and outside cannot be distinguished.
 */
export function sampleLevelSet(
  mesh: TriangleMesh,
  grid: CellGrid,
  offset: number,
): LevelSet & { readonly tree: SurfaceTree } {
  const tree = createSurfaceTree(mesh);
  const shell = markShell(mesh, grid);
  const body = fillInterior(shell, grid.counts);
  // The exact depth in the interior is not needed.
  const isInterior = (cell: number): boolean => body[cell] === 1 && !shell[cell];
  const values = measureDistances(tree, grid, shell, Math.ceil(offset / grid.steps[0]) + 1, isInterior);
  for (let cell = 0; cell < values.length; cell++) {
    values[cell] = isInterior(cell) ? 2 * offset : offset - Math.min(FAR, values[cell]!);
  }
  return { ...grid, values, tree };
}

/** Calls `visit` with the index and centre of each cell, in index order. */
export function forEachCell(
  { counts, origin, steps }: CellGrid,
  visit: (cell: number, x: number, y: number, z: number) => void,
): void {
  let cell = 0;
  for (let y = 0; y < counts[1]; y++) {
    for (let z = 0; z < counts[2]; z++) {
      for (let x = 0; x < counts[0]; x++, cell++) {
        visit(
          cell,
          origin[0] + (x + 0.5) * steps[0],
          origin[1] + (y + 0.5) * steps[1],
          origin[2] + (z + 0.5) * steps[2],
        );
      }
    }
  }
}

/** A shape as a function of depth, negative outside; exact near its surface, a bound elsewhere. */
export type Shape = (x: number, y: number, z: number) => number;

/** Adds a shape to a solid (union), in place. */
export function addShape(field: LevelSet, shape: Shape): void {
  forEachCell(field, (cell, x, y, z) => {
    const depth = shape(x, y, z);
    if (depth > field.values[cell]!) field.values[cell] = depth;
  });
}

/** Subtracts a shape from a solid, in place. */
export function cutShape(field: LevelSet, shape: Shape): void {
  forEachCell(field, (cell, x, y, z) => {
    const depth = -shape(x, y, z);
    if (depth < field.values[cell]!) field.values[cell] = depth;
  });
}
