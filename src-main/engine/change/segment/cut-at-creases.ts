import type { FaceGraph } from './face-graph.ts';
import { labelFaces, type FaceLabels } from './face-labels.ts';
import { bendAngle } from './bend-angle.ts';
import { mergeSmallRegions } from './merge-small-regions.ts';

/** Concave dihedral angle from which an edge separates two regions, radians (25°). */
const CREASE = (25 * Math.PI) / 180;

/**
 * Cuts a connected surface at its concave edges (the minima rule: Hoffman and Richards, “Parts of recognition”, 1984)
 * into at most `maxRegions` regions. Regions with an area below `minArea` are merged into a neighbour; a surface
 * without creases remains one region.
 */
export function cutAtCreases(graph: FaceGraph, minArea: number, maxRegions: number): FaceLabels {
  const regions = labelFaces(graph, (face, next) => bendAngle(graph, face, next) > -CREASE);
  return mergeSmallRegions(graph, regions, minArea, maxRegions);
}
