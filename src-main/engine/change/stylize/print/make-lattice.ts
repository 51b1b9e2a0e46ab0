import { createSurfaceTree } from '../../../base/spatial/surface-tree.ts';
import { connectPieces } from '../solid/connect-pieces.ts';
import { floodOutside, widen } from '../solid/fill-interior.ts';
import { labelPieces } from '../solid/label-pieces.ts';
import { fitGrid } from '../solid/voxelize-surface.ts';
import type { StylizedMesh } from '../mesh/stylized-mesh.ts';
import { meshLevelSet } from '../solid/mesh-level-set.ts';
import { colorMeshFaces } from '../solid/color-mesh-faces.ts';
import { placeSeeds } from './place-seeds.ts';
import { forEachCell, markShell, measureDistances, type LevelSet } from '../solid/level-set.ts';
import { createColorFinder } from '../solid/color-finder.ts';
import type { StylizeSubject } from '../mesh/stylize-subject.ts';

/** Cells across a strut: fewer would tear it. */
const CELLS = 3.6;
/** Width of a mesh of the net, in struts. */
const MESH = 5.5;
/** Least and most meshes. */
const MESHES = [14, 700] as const;
const USUAL_MESHES = 150;
/** What a hexagon covers of the square of its width. */
const HEXAGON = 0.87;
/** Cells that are affordable. */
const MAX_CELLS = 3e6;

/** What was made; null if it cannot be kept within the limit of triangles. */
export interface StylizedLattice extends StylizedMesh {
  readonly meshes: number;
  /** Pieces that do not touch. */
  readonly pieces: number;
}

/** Thickness of struts that gives a net of usual width. */
export function defaultStrut({ area }: StylizeSubject): number {
  return Math.sqrt(area / (HEXAGON * USUAL_MESHES)) / MESH;
}

/** Thinnest struts that are affordable. */
export function minStrut({ size }: StylizeSubject): number {
  // Thin models have cells around them all the same.
  const room = size.reduce((product, side) => product * (side + 0.05), 1);
  return CELLS * Math.cbrt(room / MAX_CELLS);
}

/**
 * The surface of a subject as a net of round struts of a given thickness, along the borders between the Voronoi cells of
 * points spread over it; pieces are joined along the surface. 150 meshes: 1 to 3 s.
 */
export async function makeLattice(
  subject: StylizeSubject,
  strut: number,
  most: number,
): Promise<StylizedLattice | null> {
  const radius = strut / 2;
  const step = strut / CELLS;
  const half = subject.size.map((side) => side / 2 + radius);
  const grid = fitGrid([-half[0]!, -half[1]!, -half[2]!], [half[0]!, half[1]!, half[2]!], [step, step, step]);
  const tree = createSurfaceTree(subject.mesh);
  const shell = markShell(subject.mesh, grid);
  const distances = measureDistances(tree, grid, shell, Math.ceil(CELLS / 2) + 1);

  const wanted = Math.round(subject.area / (HEXAGON * (MESH * strut) ** 2));
  const meshes = Math.min(MESHES[1], Math.max(MESHES[0], wanted));
  const seeds = Float64Array.from(placeSeeds(subject.mesh, meshes).flat());
  const values = new Float32Array(distances.length).fill(-1);
  forEachCell(grid, (cell, x, y, z) => {
    const distance = distances[cell]!;
    // Beyond the struts' reach, and a cell more for the surface net.
    if (distance > radius + 2 * step) return;
    values[cell] = radius - Math.hypot(distance, distanceToBorder(seeds, x, y, z));
  });
  const field: LevelSet = { ...grid, values };
  connectPieces(field, widen(shell, grid.counts), radius);
  fillHollows(field, radius);
  const pieces = labelPieces(values, grid.counts).sizes.length - 1;

  const colors = createColorFinder(subject, tree, radius);
  const net = await meshLevelSet(field, colors.evenAt, most);
  return net && { ...(await colorMeshFaces(net, colors.showAt)), meshes, pieces };
}

/** Fills rooms that are closed in on all sides, in place: nothing could be got out of them. */
function fillHollows({ counts, values }: LevelSet, depth: number): void {
  const wall = new Uint8Array(values.length);
  for (let cell = 0; cell < wall.length; cell++) wall[cell] = values[cell]! > 0 ? 1 : 0;
  const outside = floodOutside(wall, counts);
  for (let cell = 0; cell < values.length; cell++) if (!outside[cell] && values[cell]! <= 0) values[cell] = depth;
}

/** How far it is to the plane between the two nearest seeds (xyz each). */
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
  const apart = Math.hypot(
    seeds[first]! - seeds[other]!,
    seeds[first + 1]! - seeds[other + 1]!,
    seeds[first + 2]! - seeds[other + 2]!,
  );
  return apart > 0 ? (second - near) / (2 * apart) : Infinity;
}
