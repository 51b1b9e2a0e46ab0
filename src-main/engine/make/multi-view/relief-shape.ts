import { shapeFromMask } from '../one-view/shape-from-mask.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import type { Silhouette } from './join-silhouettes.ts';

/** Greatest depth as a share of the silhouette's short side: a ball stays a ball. */
const BODY_DEPTH = 0.9;

/**
 * A closed, manifold, outward-wound body of at most `faceLimit` triangles for views along one axis only, which say
 * nothing about depth: the silhouette inflated to both sides. Unit: the subject's height; it stands on y = 0, centred
 * in x and z; +X its left, +Y up, +Z its front.
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
