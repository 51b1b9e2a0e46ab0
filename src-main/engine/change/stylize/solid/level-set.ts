import { createSurfacePoint, createSurfaceTree, type SurfaceTree } from '../../../base/spatial/surface-tree.ts';
import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { fillInterior, widen } from './fill-interior.ts';
import { countCells, voxelizeSurface, type CellGrid } from './voxelize-surface.ts';

/** A solid as a level set: at each cell's middle how deep inside it lies, negative outside; exact near the surface only. */
export interface LevelSet extends CellGrid {
  readonly values: Float32Array;
}

/** Stands for any distance beyond what is measured. */
const FAR = 1e6;

/** The cells a surface passes: 1. */
export function markShell(mesh: TriangleMesh, grid: CellGrid): Uint8Array {
  const shell = new Uint8Array(countCells(grid));
  voxelizeSurface(mesh, grid, (cell) => (shell[cell] = 1));
  return shell;
}

/**
 * The distance of cells' middles to a surface: of all within `reach` cells of its shell that are not in `without`;
 * Infinity elsewhere. O(cells of the shell × reach), 5 µs each.
 */
export function measureDistances(
  tree: SurfaceTree,
  grid: CellGrid,
  shell: Uint8Array,
  reach: number,
  without: (cell: number) => boolean = () => false,
): Float32Array {
  let near = shell;
  for (let round = 0; round < reach; round++) near = widen(near, grid.counts);
  const hit = createSurfacePoint();
  const distances = new Float32Array(near.length).fill(Infinity);
  forEachCell(grid, (cell, x, y, z) => {
    if (!near[cell] || without(cell)) return;
    tree.nearest(x, y, z, hit);
    distances[cell] = Math.sqrt(hit.squared);
  });
  return distances;
}

/**
 * A surface as a solid: what it closes in and all within `swell` of it, so that a sheet becomes a wall twice as thick.
 * `swell` must be between one and three cells: the new surface then lies outside of the cells a triangle passes, where
 * inside and outside cannot be told apart.
 */
export function sampleLevelSet(
  mesh: TriangleMesh,
  grid: CellGrid,
  swell: number,
): LevelSet & { readonly tree: SurfaceTree } {
  const tree = createSurfaceTree(mesh);
  const shell = markShell(mesh, grid);
  const body = fillInterior(shell, grid.counts);
  // Deep inside, how deep is of no interest.
  const isDeep = (cell: number): boolean => body[cell] === 1 && !shell[cell];
  const values = measureDistances(tree, grid, shell, Math.ceil(swell / grid.steps[0]) + 1, isDeep);
  for (let cell = 0; cell < values.length; cell++) {
    values[cell] = isDeep(cell) ? 2 * swell : swell - Math.min(FAR, values[cell]!);
  }
  return { ...grid, values, tree };
}

/** Calls with every cell and its middle, in the order of cells. */
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

/** A shape: how deep inside of it a place lies, negative outside; exact near its surface, a bound elsewhere. */
export type Shape = (x: number, y: number, z: number) => number;

/** Adds a shape to a solid, in place. */
export function addShape(field: LevelSet, shape: Shape): void {
  forEachCell(field, (cell, x, y, z) => {
    const depth = shape(x, y, z);
    if (depth > field.values[cell]!) field.values[cell] = depth;
  });
}

/** Takes a shape out of a solid, in place. */
export function cutShape(field: LevelSet, shape: Shape): void {
  forEachCell(field, (cell, x, y, z) => {
    const depth = -shape(x, y, z);
    if (depth < field.values[cell]!) field.values[cell] = depth;
  });
}
