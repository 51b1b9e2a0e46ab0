import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { CoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import { toCoverageGrid } from '../../base/silhouette/coverage-grid.ts';
import type { Mask } from '../../base/image/mask.ts';
import { ImageError } from '../../base/image/image.ts';
import { simplifyMesh } from '../../base/mesh/simplify-mesh.ts';
import { smoothMesh } from '../../base/mesh/smooth-mesh.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import { isClosed } from '../../base/mesh/triangle-mesh.ts';
import { dropSmallVolumes } from './drop-small-volumes.ts';
import { fixCornerContacts } from '../../base/mesh/fix-corner-contacts.ts';
import type { Silhouette } from './join-silhouettes.ts';
import { toRoundedHull } from './rounded-hull.ts';
import { splitDoubleEdges } from '../../base/mesh/split-double-edges.ts';
import { extractSurfaceNet } from '../../base/mesh/surface-nets.ts';

/**
 * Cells along the longest side: a finer grid shows no more at 20 000 triangles. Limits the volume to 4 million cells.
 */
const GRID_EDGE = 152;
/**
 * Maximum number of cells per image pixel; finer grids only reproduce its stair steps. No grid starts below the second
 * value.
 */
const MAX_CELLS_PER_PIXEL = 2;
const MIN_START_EDGE = 24;
/** Minimum edge of the grid that is tried if a shape with many holes cannot be simplified to the limit otherwise. */
const MIN_GRID_EDGE = 8;
/** Minimum number of rows, however wide and flat the subject is. */
const MIN_ROWS = 6;
const RELAX_ROUNDS = 3;
/** Share of the triangles reserved for edges that must be split after the simplification. */
const SPLIT_SHARE = 0.01;

/**
 * Returns a closed, manifold, outward-wound body of at most `faceLimit` triangles (at least 12 are needed per separate
 * piece) that has the silhouette `across` from the front and `along` from its left. Unit: height of the subject; stands
 * on y = 0, centred in x and z; +X is its left, +Y up, +Z its front. `onSurface` is called before the surface is
 * simplified. Throws `ImageError` with the code `empty` if no body has both outlines. About 0.5 s; only shapes full of
 * holes need retries on coarser grids.
 */
export async function toVisualHull(
  across: Silhouette,
  along: Silhouette,
  faceLimit: number,
  onSurface: () => void,
): Promise<TriangleMesh> {
  const widths = [across, along].map(({ mask }) => mask.width / mask.height);
  const reserve = Math.floor(faceLimit * SPLIT_SHARE);
  const detail = Math.max(MIN_START_EDGE, MAX_CELLS_PER_PIXEL * Math.max(across.detail, along.detail));
  for (let edge = Math.min(GRID_EDGE, detail); ; edge = Math.ceil(edge / 2)) {
    const rows = Math.max(MIN_ROWS, Math.round(edge / Math.max(1, ...widths)));
    const gridAcross = await toGrid(across.mask, rows);
    const gridAlong = await toGrid(along.mask, rows);
    const volume = toRoundedHull(gridAcross, gridAlong);
    fixCornerContacts(volume);
    const surface = smoothMesh(extractSurfaceNet(volume), RELAX_ROUNDS);
    onSurface();
    const mesh = dropSmallVolumes(splitDoubleEdges(await simplifyMesh(surface, faceLimit - reserve)));
    const isUsable = mesh.indices.length <= 3 * faceLimit && isClosed(mesh);
    if (!isUsable && edge > MIN_GRID_EDGE) continue;
    if (mesh.indices.length === 0) {
      throw new ImageError('empty', engineMessage('image-error.views-differ'));
    }
    scaleToHeight(mesh, [volume.width, volume.depth], [across.aspect, along.aspect], gridAcross.padding, rows);
    return mesh;
  }
}

/** Resamples a mask to square cells with this number of rows. */
function toGrid(mask: Mask, rows: number): Promise<CoverageGrid> {
  const { width, height } = mask;
  return toCoverageGrid(mask, { left: 0, top: 0, width, height }, (rows * Math.max(width, height)) / height);
}

/**
 * Scales positions in cells to the height of the subject, in place, and restores the width and depth of a squeezed
 * subject.
 */
function scaleToHeight(
  { positions }: TriangleMesh,
  [width, depth]: readonly [number, number],
  [aspectX, aspectZ]: readonly [number, number],
  padding: number,
  rows: number,
): void {
  for (let i = 0; i < positions.length; i += 3) {
    positions[i] = ((positions[i]! + 0.5 - width / 2) / (width - 2 * padding)) * aspectX;
    positions[i + 1] = (positions[i + 1]! + 0.5 - padding) / rows;
    positions[i + 2] = ((positions[i + 2]! + 0.5 - depth / 2) / (depth - 2 * padding)) * aspectZ;
  }
}
