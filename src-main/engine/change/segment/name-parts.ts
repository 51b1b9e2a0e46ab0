import { uniqueName } from '../../base/document/unique-name.ts';
import type { FaceGraph } from './face-graph.ts';
import { measureRegions, type FaceLabels } from './face-labels.ts';

/** A part farther from the model's middle than this share of half its size lies to that side. */
const ASIDE = 0.3;

/** By axis: the words for below and above the middle; a model looks along +Z, so its left hand is at +X. */
const SIDES = [
  ['right', 'left'],
  ['bottom', 'top'],
  ['back', 'front'],
] as const;
/** Height is said first. */
const ORDER = [1, 0, 2] as const;

/**
 * A name for each region: that of its node if the region is all the node shows, else by where its middle lies in the
 * model: `top_left`, `front`, `middle`; further ones of a name are numbered, larger ones first. The same model gets the
 * same names each time. `taken` holds names that are in use and gets the new ones.
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
      const aside = areas[part]! > 0 ? (sums[part * 3 + k]! / areas[part]! - middle) / half : 0;
      return Math.abs(aside) < ASIDE ? [] : [SIDES[k][aside < 0 ? 0 : 1]];
    });
    const place = words.join('_') || 'middle';
    names[part] = isWhole ? node : uniqueName(place, taken);
    taken.add(names[part]);
  }
  return names;
}
