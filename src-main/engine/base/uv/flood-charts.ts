import type { FaceAdjacency } from './face-adjacency.ts';

/** Number of quantization steps of deviations. */
const STEPS = 256;

/**
 * Grows a chart from each seed triangle, all at once, in place: of all triangles adjacent to a chart the one that
 * deviates least from its chart's axis is next; the cosine of the normal to the axis is at least `limit`. Chart i grows
 * from `seeds[i]`, along the axis at `axes[3 i]`. `labels`: −1 for triangles without a chart. O(n).
 */
export function floodCharts(
  { neighbours, normals, areas }: FaceAdjacency,
  seeds: Int32Array,
  axes: Float64Array,
  limit: number,
  labels: Int32Array,
): void {
  // A queue for each step of deviation; every triangle is enqueued at most three times.
  const heads = new Int32Array(STEPS).fill(-1);
  const tails = new Int32Array(STEPS);
  const capacity = neighbours.length + seeds.length;
  const after = new Int32Array(capacity);
  const faces = new Int32Array(capacity);
  const charts = new Int32Array(capacity);
  const perStep = (STEPS - 1) / (1 - limit);
  let used = 0;
  let step = 0;
  seeds.forEach((face, chart) => offer(face, chart));
  while (step < STEPS) {
    const entry = heads[step]!;
    if (entry === -1) {
      step++;
      continue;
    }
    heads[step] = after[entry]!;
    const face = faces[entry]!;
    if (labels[face] !== -1) continue;
    const chart = charts[entry]!;
    labels[face] = chart;
    for (let edge = face * 3; edge < face * 3 + 3; edge++) {
      const next = neighbours[edge]!;
      if (next >= 0 && labels[next] === -1 && areas[next]! > 0) offer(next, chart);
    }
  }

  function offer(face: number, chart: number): void {
    const along =
      axes[chart * 3]! * normals[face * 3]! +
      axes[chart * 3 + 1]! * normals[face * 3 + 1]! +
      axes[chart * 3 + 2]! * normals[face * 3 + 2]!;
    if (along < limit) return;
    const own = Math.max(0, Math.floor((1 - along) * perStep));
    faces[used] = face;
    charts[used] = chart;
    after[used] = -1;
    if (heads[own] === -1) heads[own] = used;
    else after[tails[own]!] = used;
    tails[own] = used++;
    if (own < step) step = own;
  }
}
