import { createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import type { FaceGraph } from './face-graph.ts';
import { labelFaces, type FaceLabels } from './face-labels.ts';
import { mergeSmallRegions } from './merge-small-regions.ts';

/** Number of smoothing iterations over neighbours; they suppress outliers of rays that escape through gaps. */
const ITERATIONS = 12;
/** Minimum ratio of the mean thickness of the thick class to that of the thin one; below it the body is not cut. */
const MIN_CONTRAST = 1.4;

/**
 * Cuts a surface between thick and thin parts of its body, such as trunk and limbs, into at most `maxRegions` regions
 * (shape diameter function: Shapira, Shamir and Cohen-Or 2008, with one ray per triangle and two classes). Regions with
 * an area below `minArea` are merged into a neighbour; a body of uniform thickness remains one region. 100 000
 * triangles: about 0.8 s.
 */
export function cutByThickness(graph: FaceGraph, minArea: number, maxRegions: number): FaceLabels {
  const thickness = smooth(graph, measureThickness(graph));
  const threshold = findOtsuThreshold(thickness, graph.areas);
  const regions = labelFaces(
    graph,
    (a, b) => threshold === null || thickness[a]! < threshold === thickness[b]! < threshold,
  );
  return mergeSmallRegions(graph, regions, minArea, maxRegions);
}

/**
 * Measures the thickness of the body below the centroid of each triangle. Returns its natural logarithm, NaN where the
 * ray hits nothing.
 */
function measureThickness(graph: FaceGraph): Float64Array {
  const tree = createSurfaceTree(graph);
  const { centres, normals, areas } = graph;
  const scale = Math.sqrt(areas.reduce((sum, area) => sum + area, 0)) * 1e-5;
  return Float64Array.from(areas, (_, face) => {
    const at = face * 3;
    const inward = [-normals[at]!, -normals[at + 1]!, -normals[at + 2]!] as const;
    const from = [0, 1, 2].map((k) => centres[at + k]! + scale * inward[k]!) as [number, number, number];
    const depth = tree.reach(from, inward);
    return depth > 0 && Number.isFinite(depth) ? Math.log(depth) : NaN;
  });
}

function smooth({ neighbours, areas }: FaceGraph, values: Float64Array): Float64Array {
  let current = values;
  for (let round = 0; round < ITERATIONS; round++) {
    current = current.map((value, face) => {
      let sum = Number.isNaN(value) ? 0 : value * areas[face]!;
      let weight = Number.isNaN(value) ? 0 : areas[face]!;
      for (let k = 0; k < 3; k++) {
        const next = neighbours[face * 3 + k]!;
        if (next < 0 || Number.isNaN(current[next]!)) continue;
        sum += current[next]! * areas[next]!;
        weight += areas[next]!;
      }
      return weight > 0 ? sum / weight : NaN;
    });
  }
  return current;
}

/**
 * Returns the threshold with the maximum variance between two classes (Otsu 1979), weighted by area; null if the means
 * of the classes differ by less than the logarithm of `MIN_CONTRAST`.
 */
function findOtsuThreshold(values: Float64Array, areas: Float64Array): number | null {
  const order = [...values.keys()]
    .filter((face) => !Number.isNaN(values[face]!))
    .sort((a, b) => values[a]! - values[b]!);
  const total = order.reduce((sum, face) => sum + areas[face]!, 0);
  const mass = order.reduce((sum, face) => sum + areas[face]! * values[face]!, 0);
  let [below, belowMass, best, threshold, low, high] = [0, 0, 0, 0, 0, 0];
  for (const face of order) {
    below += areas[face]!;
    belowMass += areas[face]! * values[face]!;
    const above = total - below;
    if (!(below > 0 && above > 0)) continue;
    const difference = (mass - belowMass) / above - belowMass / below;
    const variance = below * above * difference * difference;
    if (variance <= best) continue;
    [best, threshold] = [variance, values[face]!];
    [low, high] = [belowMass / below, (mass - belowMass) / above];
  }
  return high - low >= Math.log(MIN_CONTRAST) ? threshold : null;
}
