import { shapeFromMask } from '../one-view/shape-from-mask.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import type { Silhouette } from './join-silhouettes.ts';

/** Maximum depth as a share of the short side of the silhouette; a ball stays nearly a ball. */
const BODY_DEPTH = 0.9;

/**
 * Returns a closed, manifold, outward-wound body of at most `faceLimit` triangles for views along one axis only, which
 * show no depth: the silhouette inflated to both sides. Unit: height of the subject; stands on y = 0, centred in x and
 * z; +X is the left of the subject, +Y up, +Z its front. `onSurface` is called before the surface is simplified.
 */
export async function toReliefShape(
  { mask, aspect }: Silhouette,
  faceLimit: number,
  onSurface: () => void,
): Promise<TriangleMesh> {
  const box = { left: 0, top: 0, width: mask.width, height: mask.height };
  const { mesh, grid } = await shapeFromMask(mask, box, BODY_DEPTH, faceLimit, onSurface);
  const { positions } = mesh;
  const rows = grid.height - 2 * grid.padding;
  for (let i = 0; i < positions.length; i += 3) {
    positions[i] = ((positions[i]! + 0.5 - grid.width / 2) / (grid.width - 2 * grid.padding)) * aspect;
    positions[i + 1] = (positions[i + 1]! + 0.5 - grid.padding) / rows;
    positions[i + 2]! /= rows;
  }
  return mesh;
}
