import { uniqueName } from '../../base/document/unique-name.ts';
import type { FaceGraph } from './face-graph.ts';
import { measureRegions, type FaceLabels } from './face-labels.ts';

/**
 * Minimum offset of a part from the model's centre, as a share of half the model's size, to be named after that side.
 */
const MIN_OFFSET = 0.3;

/** Names of the negative and positive side of each axis; a model faces +Z, so its left is +X. */
const SIDES = [
  ['right', 'left'],
  ['bottom', 'top'],
  ['back', 'front'],
] as const;
/** Order of the axes in a name: height first. */
const ORDER = [1, 0, 2] as const;

/**
 * Names each region: by its node if the region is all of the node's surface, otherwise by the position of its centroid
 * in the model, such as `top_left`, `front` or `middle`. Repeated names are numbered, largest region first. The names
 * are deterministic. `taken` holds the names in use; the new ones are added to it.
 */
export function nameParts(graph: FaceGraph, regions: FaceLabels, taken: Set<string>): string[] {
  const { labels, count } = regions;
  const areas = measureRegions(graph, regions);
  const owners = Array.from({ length: count }, () => new Set<string>());
  const uses = new Map<string, Set<number>>();
  const sums = new Float64Array(count * 3);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  labels.forEach((label, face) => {
    const node = graph.surfaces[graph.owners[face]!]!.node.getName();
    owners[label]!.add(node);
    if (!uses.has(node)) uses.set(node, new Set());
    uses.get(node)!.add(label);
    for (let k = 0; k < 3; k++) {
      const value = graph.centres[face * 3 + k]!;
      sums[label * 3 + k]! += value * graph.areas[face]!;
      low[k] = Math.min(low[k]!, value);
      high[k] = Math.max(high[k]!, value);
    }
  });

  const names = new Array<string>(count).fill('');
  const bySize = [...areas.keys()].sort((a, b) => areas[b]! - areas[a]! || a - b);
  for (const part of bySize) {
    const [node] = owners[part]!;
    const isWhole = owners[part]!.size === 1 && node !== undefined && node !== '' && uses.get(node)!.size === 1;
    const words = ORDER.flatMap((k) => {
      const middle = (low[k]! + high[k]!) / 2;
      const half = (high[k]! - low[k]!) / 2 || 1;
      const offset = areas[part]! > 0 ? (sums[part * 3 + k]! / areas[part]! - middle) / half : 0;
      return Math.abs(offset) < MIN_OFFSET ? [] : [SIDES[k][offset < 0 ? 0 : 1]];
    });
    names[part] = isWhole ? node : uniqueName(words.join('_') || 'middle', taken);
    taken.add(names[part]);
  }
  return names;
}
