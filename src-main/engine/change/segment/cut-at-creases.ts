import type { FaceGraph } from './face-graph.ts';
import { labelFaces, type FaceLabels } from './face-labels.ts';
import { bendAngle } from './bend-angle.ts';
import { mergeSmallRegions } from './merge-small-regions.ts';

/** An inward bend from here on parts two regions, radians: 25°. */
const CREASE = (25 * Math.PI) / 180;

/**
 * Cuts a connected surface where it bends inwards (the minima rule: Hoffman and Richards, “Parts of recognition”, 1984);
 * regions smaller than `least` go to their neighbours. A body without creases stays one region.
 */
export function cutAtCreases(graph: FaceGraph, least: number, most: number): FaceLabels {
  const regions = labelFaces(graph, (face, next) => bendAngle(graph, face, next) > -CREASE);
  return mergeSmallRegions(graph, regions, least, most);
}
