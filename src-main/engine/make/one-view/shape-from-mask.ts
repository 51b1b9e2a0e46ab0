import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import { toCoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import type { SmoothMesh } from './mirror-half.ts';
import { mirrorHalf } from './mirror-half.ts';
import { applyDepth } from './apply-depth.ts';
import { inflateCoverage } from '../../base/silhouette/inflate-coverage.ts';
import { fixReliefDiagonals } from '../../base/silhouette/fix-relief-diagonals.ts';
import type { Mask, PixelBox } from '../../base/image/mask.ts';
import type { ValueMap } from '../../base/image/value-map.ts';
import { simplifyMesh } from '../../base/mesh/simplify-mesh.ts';
import { smoothMesh } from '../../base/mesh/smooth-mesh.ts';
import type { HalfSurface } from './relief-surface.ts';
import { toReliefSurface } from './relief-surface.ts';
import { roundLimbs } from './round-limbs.ts';
import { snapOutline } from './snap-outline.ts';
import { isClosed } from '../../base/mesh/triangle-mesh.ts';
import { toVertexNormals } from '../../base/mesh/vertex-normals.ts';

/** A closed body and the grid of its x and y. Unit: cells; +Y up, +Z front, its outline on z = 0. */
export interface Shape {
  /** Its normals are those of the surface before it was simplified. */
  readonly mesh: SmoothMesh;
  readonly grid: CoverageGrid;
}

/**
 * Minimum and maximum number of cells along the long edge: the minimum keeps thin parts, the maximum limits the time.
 * In between, it follows the number of triangles.
 */
const MIN_FINEST_EDGE = 144;
const MAX_FINEST_EDGE = 256;
const CELLS_PER_ROOT_OF_FACES = 2;
/** Minimum edge of the grid that is tried if a shape with many holes cannot be simplified to the limit otherwise. */
const MIN_GRID_EDGE = 8;
const RELAX_ROUNDS = 3;
/** Attempts with fewer triangles, because closing the half adds some. */
const ATTEMPTS = 6;
/** Minimum height above z = 0 of vertices that are not on the outline, cells. */
const MIN_HEIGHT = 0.02;

/**
 * Inflates a mask to a closed, manifold, outward-wound body of at most `faceLimit` triangles (at least 12 are needed
 * per separate piece). Its depth is at most `maxDepth` times its short side; its back is the front mirrored,
 * `backDepth` times as deep. From the front its outline matches the mask to a fraction of a cell. `onSurface` is called
 * before the surface is simplified. `depth`, a map of the whole image, replaces the inflated heights. 256 cells: about 400 ms; only shapes full of holes need retries on coarser grids.
 */
export async function shapeFromMask(
  mask: Mask,
  box: PixelBox,
  maxDepth: number,
  faceLimit: number,
  onSurface: () => void,
  backDepth = 1,
  depth?: ValueMap,
): Promise<Shape> {
  const edgeForFaces = Math.round(CELLS_PER_ROOT_OF_FACES * Math.sqrt(faceLimit));
  const finestEdge = Math.min(MAX_FINEST_EDGE, Math.max(MIN_FINEST_EDGE, edgeForFaces));
  for (let edge = finestEdge; ; edge = Math.ceil(edge / 2)) {
    const grid = await toCoverageGrid(mask, box, edge, 'fine_cells');
    const half = toHalf(grid, mask, box, maxDepth, backDepth, depth);
    onSurface();
    const mesh = await simplifyAndClose(half, faceLimit, backDepth);
    const isUsable = mesh.indices.length <= 3 * faceLimit && isClosed(mesh);
    if (isUsable || edge <= MIN_GRID_EDGE) return { mesh, grid };
  }
}

/** Returns the front half of the body at full detail. */
function toHalf(
  grid: CoverageGrid,
  mask: Mask,
  box: PixelBox,
  maxDepth: number,
  backDepth: number,
  depth?: ValueMap,
): HalfSurface {
  const inflated = roundLimbs(inflateCoverage(grid), grid);
  const relief = fixReliefDiagonals(depth ? applyDepth(inflated, grid, mask, box, depth) : inflated);
  const rough = toReliefSurface(relief, grid);
  snapOutline(rough, grid, mask, box);
  const { positions, indices } = smoothMesh(rough, RELAX_ROUNDS, rough.isRim);
  let maxHeight = MIN_HEIGHT;
  for (let v = 0; v < rough.isRim.length; v++) {
    if (rough.isRim[v]) continue;
    positions[3 * v + 2] = Math.max(MIN_HEIGHT, positions[3 * v + 2]!);
    maxHeight = Math.max(maxHeight, positions[3 * v + 2]!);
  }
  const limit = maxDepth * (Math.min(grid.width, grid.height) - 2 * grid.padding);
  const scale = Math.min(1, limit / ((1 + backDepth) * maxHeight));
  for (let i = 2; i < positions.length; i += 3) positions[i]! *= scale;
  return { positions, indices, isRim: rough.isRim };
}

/** Simplifies the half until it and its mirror image have at most `faceLimit` triangles, if possible. */
async function simplifyAndClose(half: HalfSurface, faceLimit: number, backDepth: number): Promise<SmoothMesh> {
  const normals = toHalfNormals(half);
  let target = Math.max(1, Math.floor(faceLimit / 2));
  for (let attempt = 1; ; attempt++) {
    const { positions, indices, sources } = await simplifyMesh(half, target);
    const own = new Float32Array(positions.length);
    sources.forEach((from, to) => own.set(normals.subarray(3 * from, 3 * from + 3), 3 * to));
    const body = mirrorHalf({ positions, normals: own, indices }, backDepth);
    const excess = body.indices.length / 3 - faceLimit;
    if (excess <= 0 || attempt === ATTEMPTS || target === 1) return body;
    target = Math.max(1, Math.min(target, indices.length / 3) - Math.ceil(excess / 2));
  }
}

/** Returns the normals of the half as part of the whole body: on the outline they lie in its plane. */
function toHalfNormals({ positions, indices, isRim }: HalfSurface): Float32Array {
  const normals = toVertexNormals({ positions, indices });
  for (let v = 0; v < isRim.length; v++) {
    if (!isRim[v]) continue;
    const length = Math.hypot(normals[3 * v]!, normals[3 * v + 1]!);
    if (length === 0) continue;
    normals[3 * v]! /= length;
    normals[3 * v + 1]! /= length;
    normals[3 * v + 2] = 0;
  }
  return normals;
}
