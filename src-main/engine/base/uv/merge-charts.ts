import type { Charts } from './grow-angle-charts.ts';
import type { FaceAdjacency } from './face-adjacency.ts';

/** Limits for merging charts, as cosines of the angle between a triangle and its chart's axis. */
export interface MergeLimits {
  /** For charts of similar size; the merged axis is the mean. */
  readonly usual: number;
  /** For a small chart that a large one absorbs without changing its axis. */
  readonly small: number;
}

/** A chart is small next to one of this many times its area. */
const TIMES_AS_LARGE = 16;

/**
 * Merges charts with neighbours, the smallest first and over the longest border first, to minimize their number.
 * Triangles keep within the limits of the axis. O(n log n).
 */
export function mergeCharts(net: FaceAdjacency, charts: Charts, limits: MergeLimits): Charts {
  const { normals, areas } = net;
  const { labels, count } = charts;
  const axes = charts.axes.slice();
  const sums = new Float64Array(count * 3);
  const sizes = new Float64Array(count);
  // The triangles of a chart as a linked list.
  const heads = new Int32Array(count).fill(-1);
  const tails = new Int32Array(count);
  const after = new Int32Array(labels.length).fill(-1);
  labels.forEach((label, face) => {
    if (label < 0) return;
    sizes[label]! += areas[face]!;
    for (let k = 0; k < 3; k++) sums[label * 3 + k]! += areas[face]! * normals[face * 3 + k]!;
    if (heads[label] === -1) heads[label] = face;
    else after[tails[label]!] = face;
    tails[label] = face;
  });
  const borders = measureBorders(net, charts);
  const axis = new Float64Array(3);
  for (const isLast of [false, true]) {
    const order = Array.from(sizes.keys()).sort((a, b) => sizes[a]! - sizes[b]! || a - b);
    for (const chart of order) {
      const candidates = [...(borders[chart] ?? [])].sort(([a, x], [b, y]) => y - x || a - b);
      const target = candidates.find(([other]) => fits(chart, other, isLast))?.[0];
      if (target !== undefined) merge(chart, target);
    }
  }
  return renumber(labels, heads, after, axes);

  /** True if one chart can absorb another; writes the merged axis to `axis`. */
  function fits(chart: number, target: number, isLast: boolean): boolean {
    if (sizes[target]! >= TIMES_AS_LARGE * sizes[chart]!) {
      axis.set(axes.subarray(target * 3, target * 3 + 3));
      return isWithin(chart, isLast ? limits.small : limits.usual);
    }
    if (isLast) return false;
    for (let k = 0; k < 3; k++) axis[k] = sums[chart * 3 + k]! + sums[target * 3 + k]!;
    const length = Math.hypot(axis[0]!, axis[1]!, axis[2]!);
    for (let k = 0; k < 3; k++) axis[k]! /= length;
    return isWithin(chart, limits.usual) && isWithin(target, limits.usual);
  }

  function isWithin(chart: number, limit: number): boolean {
    for (let face = heads[chart]!; face !== -1; face = after[face]!) {
      const at = face * 3;
      const along = axis[0]! * normals[at]! + axis[1]! * normals[at + 1]! + axis[2]! * normals[at + 2]!;
      if (!(along >= limit) && areas[face]! > 0) return false;
    }
    return true;
  }

  function merge(chart: number, target: number): void {
    axes.set(axis, target * 3);
    sizes[target]! += sizes[chart]!;
    for (let k = 0; k < 3; k++) sums[target * 3 + k]! += sums[chart * 3 + k]!;
    after[tails[target]!] = heads[chart]!;
    tails[target] = tails[chart]!;
    heads[chart] = -1;
    sizes[chart] = 0;
    for (const [other, length] of borders[chart] ?? []) {
      borders[other]!.delete(chart);
      if (other === target) continue;
      borders[other]!.set(target, (borders[other]!.get(target) ?? 0) + length);
      borders[target]!.set(other, (borders[target]!.get(other) ?? 0) + length);
    }
    borders[chart] = undefined;
  }
}

/** Border lengths by adjacent chart; absent: there are none. */
type Borders = Map<number, number> | undefined;

/** Measures for each chart the lengths of its borders with others. */
function measureBorders({ positions, indices, neighbours }: FaceAdjacency, { labels, count }: Charts): Borders[] {
  const borders = new Array<Borders>(count).fill(undefined);
  for (let edge = 0; edge < neighbours.length; edge++) {
    const next = neighbours[edge]!;
    if (next < 0) continue;
    const label = labels[Math.floor(edge / 3)]!;
    const other = labels[next]!;
    if (label === other || label < 0 || other < 0) continue;
    const a = indices[edge]! * 3;
    const b = indices[edge % 3 === 2 ? edge - 2 : edge + 1]! * 3;
    const x = positions[b]! - positions[a]!;
    const y = positions[b + 1]! - positions[a + 1]!;
    const z = positions[b + 2]! - positions[a + 2]!;
    const own = (borders[label] ??= new Map<number, number>());
    own.set(other, (own.get(other) ?? 0) + Math.sqrt(x * x + y * y + z * z));
  }
  return borders;
}

function renumber(labels: Int32Array, heads: Int32Array, after: Int32Array, axes: Float64Array): Charts {
  const merged = new Int32Array(labels.length).fill(-1);
  const mergedAxes = new Float64Array(axes.length);
  let count = 0;
  heads.forEach((head, chart) => {
    if (head === -1) return;
    for (let face = head; face !== -1; face = after[face]!) merged[face] = count;
    mergedAxes.set(axes.subarray(chart * 3, chart * 3 + 3), count * 3);
    count++;
  });
  return { labels: merged, count, axes: mergedAxes.slice(0, count * 3) };
}
