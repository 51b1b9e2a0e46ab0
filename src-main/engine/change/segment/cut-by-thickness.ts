import { createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import type { FaceGraph } from './face-graph.ts';
import { labelFaces, type FaceLabels } from './face-labels.ts';
import { mergeSmallRegions } from './merge-small-regions.ts';

/** Rounds of averaging with the neighbours: rays that slip through a gap are lost in them. */
const ROUNDS = 12;
/** A body whose thick places are less than this many times as thick as its thin ones is of one thickness. */
const MIN_CONTRAST = 1.4;

/**
 * Cuts a surface where its body gets thick or thin (shape diameter: Shapira, Shamir and Cohen-Or 2008, with one ray per
 * triangle and two classes): limbs come off a trunk. Regions smaller than `least` go to their neighbours; a body of one
 * thickness stays one region. 100 000 triangles: about 0.8 s.
 */
export function cutByThickness(graph: FaceGraph, least: number, most: number): FaceLabels {
  const thickness = smooth(graph, measureThickness(graph));
  const border = splitInTwo(thickness, graph.areas);
  const regions = labelFaces(graph, (a, b) => border === null || thickness[a]! < border === thickness[b]! < border);
  return mergeSmallRegions(graph, regions, least, most);
}

/** The logarithm of how far it is through the body from each triangle's middle; NaN where a ray leaves it. */
function measureThickness(graph: FaceGraph): Float64Array {
  const tree = createSurfaceTree(graph);
  const { centres, normals, areas } = graph;
  const scale = Math.sqrt(areas.reduce((sum, area) => sum + area, 0)) * 1e-5;
  return Float64Array.from(areas, (_, face) => {
    const at = face * 3;
    const inward = [-normals[at]!, -normals[at + 1]!, -normals[at + 2]!] as const;
    const from = [0, 1, 2].map((k) => centres[at + k]! + scale * inward[k]!) as [number, number, number];
    const through = tree.reach(from, inward);
    return through > 0 && Number.isFinite(through) ? Math.log(through) : NaN;
  });
}

function smooth({ neighbours, areas }: FaceGraph, values: Float64Array): Float64Array {
  let current = values;
  for (let round = 0; round < ROUNDS; round++) {
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

/** The value between the two classes of least variance (Otsu 1979), weighted by area; null when they are alike. */
function splitInTwo(values: Float64Array, areas: Float64Array): number | null {
  const order = [...values.keys()]
    .filter((face) => !Number.isNaN(values[face]!))
    .sort((a, b) => values[a]! - values[b]!);
  const total = order.reduce((sum, face) => sum + areas[face]!, 0);
  const mass = order.reduce((sum, face) => sum + areas[face]! * values[face]!, 0);
  let [below, belowMass, best, border, low, high] = [0, 0, 0, 0, 0, 0];
  for (const face of order) {
    below += areas[face]!;
    belowMass += areas[face]! * values[face]!;
    const above = total - below;
    if (!(below > 0 && above > 0)) continue;
    const apart = (mass - belowMass) / above - belowMass / below;
    const spread = below * above * apart * apart;
    if (spread <= best) continue;
    [best, border] = [spread, values[face]!];
    [low, high] = [belowMass / below, (mass - belowMass) / above];
  }
  return high - low >= Math.log(MIN_CONTRAST) ? border : null;
}
