import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { OperationError } from '../../base/errors/operation-error.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { readFaceColors } from './face-colors.ts';
import { growFromPoints } from './grow-from-points.ts';
import { measureRegions, renumber } from './face-labels.ts';
import { finishParts, openFaces, type SegmentResult } from './segment-model.ts';

/**
 * A GLB with one part around each point (metres, glTF's axes; the nearest place of the surface counts) and one part
 * that is all the rest. A part ends where the surface bends inwards or changes its colour. Throws `ModelError`, and
 * `OperationError` when no point is given.
 */
export async function segmentAtPoints(
  glb: Uint8Array,
  points: readonly (readonly [x: number, y: number, z: number])[],
  report: ReportProgress,
): Promise<SegmentResult> {
  if (points.length === 0) throw new OperationError('bad-option', engineMessage('model-error.no-points'));
  const { document, graph, bonds } = await openFaces(glb);
  report(0.3, 'grow');
  const regions = growFromPoints(graph, points, await readFaceColors(graph));
  const areas = measureRegions(graph, regions);
  // What moves apart stays apart.
  const parts = renumber(regions.labels.map((label, face) => label + regions.count * bonds[graph.owners[face]!]!));
  report(0.7, 'split');
  const empty = areas.slice(0, points.length).filter((area) => area === 0).length;
  const notes: readonly Note[] = empty > 0 ? [engineMessage('mesh.points-repeated', { count: empty })] : [];
  return finishParts(document, graph, parts, notes);
}
