import type { FaceGraph } from './face-graph.ts';
import { measureRegions, renumber, type FaceLabels } from './face-labels.ts';

/**
 * Merges each region smaller than `minArea` (above 0) into the neighbour with the longest shared border, then the
 * smallest regions until at most `maxRegions` are left. Regions without neighbours are not merged. O(faces log faces).
 */
export function mergeSmallRegions(
  graph: FaceGraph,
  regions: FaceLabels,
  minArea: number,
  maxRegions: number,
): FaceLabels {
  const areas = measureRegions(graph, regions);
  const borders = measureBorders(graph, regions);
  const parents = Int32Array.from(areas, (_, region) => region);
  const merge = (region: number): boolean => {
    const adjacent = borders[region]!;
    let best = -1;
    for (const [other, length] of adjacent) if (best < 0 || length > adjacent.get(best)!) best = other;
    if (best < 0) return false;
    parents[region] = best;
    areas[best]! += areas[region]!;
    for (const [other, length] of adjacent) {
      borders[other]!.delete(region);
      if (other === best) continue;
      borders[other]!.set(best, (borders[other]!.get(best) ?? 0) + length);
      borders[best]!.set(other, (borders[best]!.get(other) ?? 0) + length);
    }
    return true;
  };
  const bySize = (): number[] =>
    [...areas.keys()].filter((region) => parents[region] === region).sort((a, b) => areas[a]! - areas[b]! || a - b);

  // Merging changes the areas; a region that has grown but is still too small is merged in the next round.
  for (let hasMerged = true; hasMerged;) {
    hasMerged = false;
    for (const region of bySize()) if (areas[region]! < minArea && merge(region)) hasMerged = true;
  }
  for (let left = bySize(); left.length > maxRegions && left.some(merge);) left = bySize();

  const rootOf = (region: number): number => {
    let at = region;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
    return at;
  };
  return renumber(regions.labels.map(rootOf));
}

/** Returns for each region its neighbours and the lengths of the shared borders. */
function measureBorders({ neighbours, positions, indices }: FaceGraph, { labels, count }: FaceLabels) {
  const borders = Array.from({ length: count }, () => new Map<number, number>());
  for (let at = 0; at < neighbours.length; at++) {
    const next = neighbours[at]!;
    if (next < 0) continue;
    const [own, other] = [labels[Math.floor(at / 3)]!, labels[next]!];
    if (own === other) continue;
    const a = indices[at]! * 3;
    const b = indices[at % 3 === 2 ? at - 2 : at + 1]! * 3;
    const length = Math.hypot(
      positions[a]! - positions[b]!,
      positions[a + 1]! - positions[b + 1]!,
      positions[a + 2]! - positions[b + 2]!,
    );
    borders[own]!.set(other, (borders[own]!.get(other) ?? 0) + length);
  }
  return borders;
}
