import { createSurfaceTree } from '../../../base/spatial/surface-tree.ts';
import { connectPieces } from '../solid/connect-pieces.ts';
import { floodOutside, dilate } from '../solid/fill-interior.ts';
import { labelPieces } from '../solid/label-pieces.ts';
import { fitGrid } from '../solid/voxelize-surface.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { meshLevelSet } from '../solid/mesh-level-set.ts';
import { colorMeshFaces } from '../solid/color-mesh-faces.ts';
import { placeSeeds } from './place-seeds.ts';
import { forEachCell, markShell, measureDistances, type LevelSet } from '../solid/level-set.ts';
import { createColorFinder } from '../solid/color-finder.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';

/** Number of grid cells across a strut; with fewer, struts would break. */
const CELLS = 3.6;
/** Width of an opening in strut thicknesses. */
const OPENING = 5.5;
/** Minimum and maximum number of openings. */
const OPENING_LIMITS = [14, 700] as const;
const DEFAULT_OPENINGS = 150;
/** Area of a regular hexagon as a share of the square of its width. */
const HEXAGON = 0.87;
/** Maximum number of grid cells. */
const MAX_CELLS = 3e6;

/** A lattice, its number of openings and of separate pieces. */
export interface StylizedLattice extends StylizedMesh {
  readonly openings: number;
  readonly pieces: number;
}

/** Returns the strut thickness for about `DEFAULT_OPENINGS` openings. */
export function defaultStrut({ area }: StylizeSubject): number {
  return Math.sqrt(area / (HEXAGON * DEFAULT_OPENINGS)) / OPENING;
}

/** Returns the minimum strut thickness that stays within `MAX_CELLS`. */
export function minStrut({ size }: StylizeSubject): number {
  // Includes the margin, which flat models have too.
  const volume = size.reduce((product, side) => product * (side + 0.05), 1);
  return CELLS * Math.cbrt(volume / MAX_CELLS);
}

/**
 * Converts the surface of a subject to a lattice of round struts, `strut` units thick, along the borders between the
 * Voronoi cells of points distributed over it; pieces are joined along the surface. Returns null if the limit of
 * triangles cannot be met. 150 openings: 1 to 3 s.
 */
export async function makeLattice(
  subject: StylizeSubject,
  strut: number,
  maxTriangles: number,
): Promise<StylizedLattice | null> {
  const radius = strut / 2;
  const step = strut / CELLS;
  const half = subject.size.map((side) => side / 2 + radius);
  const grid = fitGrid([-half[0]!, -half[1]!, -half[2]!], [half[0]!, half[1]!, half[2]!], [step, step, step]);
  const tree = createSurfaceTree(subject.mesh);
  const shell = markShell(subject.mesh, grid);
  const distances = measureDistances(tree, grid, shell, Math.ceil(CELLS / 2) + 1);

  const count = Math.round(subject.area / (HEXAGON * (OPENING * strut) ** 2));
  const openings = Math.min(OPENING_LIMITS[1], Math.max(OPENING_LIMITS[0], count));
  const seeds = Float64Array.from(placeSeeds(subject.mesh, openings).flat());
  const values = new Float32Array(distances.length).fill(-1);
  forEachCell(grid, (cell, x, y, z) => {
    const distance = distances[cell]!;
    // Outside the struts, including a margin for the surface net.
    if (distance > radius + 2 * step) return;
    values[cell] = radius - Math.hypot(distance, distanceToBorder(seeds, x, y, z));
  });
  const field: LevelSet = { ...grid, values };
  connectPieces(field, dilate(shell, grid.counts), radius);
  fillCavities(field, radius);
  const pieces = labelPieces(values, grid.counts).sizes.length - 1;

  const colors = createColorFinder(subject, tree, radius);
  const net = await meshLevelSet(field, colors.labAt, maxTriangles);
  return net && { ...(await colorMeshFaces(net, colors.rgbAt)), openings, pieces };
}

/** Fills enclosed cavities, in place; they would trap material in a print. */
function fillCavities({ counts, values }: LevelSet, depth: number): void {
  const wall = new Uint8Array(values.length);
  for (let cell = 0; cell < wall.length; cell++) wall[cell] = values[cell]! > 0 ? 1 : 0;
  const outside = floodOutside(wall, counts);
  for (let cell = 0; cell < values.length; cell++) if (!outside[cell] && values[cell]! <= 0) values[cell] = depth;
}

/** Returns the distance to the bisecting plane of the two nearest seeds (xyz each). */
function distanceToBorder(seeds: Float64Array, x: number, y: number, z: number): number {
  let near = Infinity;
  let second = Infinity;
  let first = 0;
  let other = 0;
  for (let i = 0; i < seeds.length; i += 3) {
    const dx = seeds[i]! - x;
    const dy = seeds[i + 1]! - y;
    const dz = seeds[i + 2]! - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared < near) {
      second = near;
      other = first;
      near = squared;
      first = i;
    } else if (squared < second) {
      second = squared;
      other = i;
    }
  }
  const separation = Math.hypot(
    seeds[first]! - seeds[other]!,
    seeds[first + 1]! - seeds[other + 1]!,
    seeds[first + 2]! - seeds[other + 2]!,
  );
  return separation > 0 ? (second - near) / (2 * separation) : Infinity;
}
