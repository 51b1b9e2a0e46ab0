import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { OperationError } from '../../base/errors/operation-error.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { readFaceColors } from './face-colors.ts';
import { growFromPoints } from './grow-from-points.ts';
import { measureRegions, renumber } from './face-labels.ts';
import { finishParts, loadFaceGraph, type SegmentResult } from './segment-model.ts';

/**
 * Segments a GLB into one part around the surface point nearest to each of `points` (metres, glTF axes) and one part
 * with the rest. Parts end at concave edges and changes of colour. Throws `ModelError`, and `OperationError` if there
 * are no points.
 */
export async function segmentAtPoints(
  glb: Uint8Array,
  points: readonly (readonly [x: number, y: number, z: number])[],
  report: ReportProgress,
): Promise<SegmentResult> {
  if (points.length === 0) throw new OperationError('bad-option', engineMessage('model-error.no-points'));
  const { document, graph, groups } = await loadFaceGraph(glb);
  report(0.3, 'grow');
  const regions = growFromPoints(graph, points, await readFaceColors(graph));
  const areas = measureRegions(graph, regions);
  // Surfaces that move separately must not become one part.
  const parts = renumber(regions.labels.map((label, face) => label + regions.count * groups[graph.owners[face]!]!));
  report(0.7, 'split');
  const empty = areas.slice(0, points.length).filter((area) => area === 0).length;
  const notes: readonly Note[] = empty > 0 ? [engineMessage('mesh.points-repeated', { count: empty })] : [];
  return finishParts(document, graph, parts, notes);
}
