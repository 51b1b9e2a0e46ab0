import type { CoverageGrid } from './coverage-grid.ts';
import { toCoverageGrid } from './coverage-grid.ts';
import { inflateCoverage } from './inflate-coverage.ts';
import { joinDiagonals } from '../join-diagonals.ts';
import type { Mask, PixelBox } from '../mask/mask.ts';
import { reduceMesh } from '../reduce-mesh.ts';
import { relaxMesh } from '../relax-mesh.ts';
import { toReliefSurface } from './relief-surface.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { isClosed } from '../triangle-mesh.ts';

/** A closed body and the grid its x and y belong to. Units: cells; +Y up, +Z front, mirrored in z = 0. */
export interface Shape {
  readonly mesh: TriangleMesh;
  readonly grid: CoverageGrid;
}

/** Cells along the long edge: finer shows no more at 20 000 triangles. */
const GRID_EDGE = 144;
/** Coarsest grid tried when a shape with many holes cannot be brought down to the limit otherwise. */
const MIN_GRID_EDGE = 8;
const RELAX_ROUNDS = 3;

/**
 * Inflates a mask to a closed, manifold, outward-wound body of at most `faceLimit` triangles (at least 12 are needed
 * per separate piece), at most `maxDepth` times as deep as its short side is long. `onSurface` is called when the full surface stands, before it is reduced.
 * About 200 ms for 144 cells; retries on coarser grids only for shapes full of holes.
 */
export async function shapeFromMask(
  mask: Mask,
  box: PixelBox,
  maxDepth: number,
  faceLimit: number,
  onSurface: () => void,
): Promise<Shape> {
  for (let edge = GRID_EDGE; ; edge = Math.ceil(edge / 2)) {
    const grid = await toCoverageGrid(mask, box, edge);
    const relief = joinDiagonals(inflateCoverage(grid));
    const surface = relaxMesh(toReliefSurface(relief), RELAX_ROUNDS);
    flatten(surface, maxDepth * (Math.min(grid.width, grid.height) - 2 * grid.padding));
    onSurface();
    const mesh = await reduceMesh(surface, faceLimit);
    const isUsable = mesh.indices.length <= 3 * faceLimit && isClosed(mesh);
    if (isUsable || edge <= MIN_GRID_EDGE) return { mesh, grid };
  }
}

/** Scales z so that the body is at most `maxDepth` deep. */
function flatten({ positions }: TriangleMesh, maxDepth: number): void {
  let deepest = 0;
  for (let i = 2; i < positions.length; i += 3) deepest = Math.max(deepest, positions[i]!);
  const scale = Math.min(1, maxDepth / (2 * deepest));
  for (let i = 2; i < positions.length; i += 3) positions[i]! *= scale;
}
