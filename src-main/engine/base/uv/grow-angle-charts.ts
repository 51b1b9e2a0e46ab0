import type { FaceAdjacency } from './face-adjacency.ts';
import { floodCharts } from './flood-charts.ts';

/** Assignment of the triangles of a mesh to charts. */
export interface Charts {
  /** Chart number of each triangle, from 0; −1 for a degenerate triangle without a neighbour that has an area. */
  readonly labels: Int32Array;
  readonly count: number;
  /** Unit axis of each chart, xyz: no triangle deviates from it by more than a limit well below 90°. */
  readonly axes: Float64Array;
}

/** Iterations that grow all charts at once from the centres of the previous iteration. */
const ROUNDS = 2;
/** Charts with less than this share of the surface are not grown again: their neighbours absorb what they can. */
const MIN_SHARE = 1e-3;
/** Number of surrounding triangles that determine the axis of a new chart. */
const MAX_TRIED = 2048;

/**
 * Returns connected charts whose triangles deviate from the chart's axis by at most the angle of cosine `limit`: grown
 * one after another, then several times all at once, always the triangle that deviates least first (variational shape
 * approximation: Cohen-Steiner, Alliez and Desbrun 2004, with a limit). O(rounds × n): 60 000 triangles take about 60
 * ms.
 */
export function growAngleCharts(net: FaceAdjacency, limit: number): Charts {
  const faces = net.areas.length;
  const labels = new Int32Array(faces).fill(-1);
  const axes = new Float64Array(faces * 3);
  const total = net.areas.reduce((sum, area) => sum + area, 0);
  let count = growRest(net, labels, axes, 0, limit);
  for (let round = 0; round < ROUNDS; round++) {
    const seeds = chooseSeeds(net, labels, axes, count, MIN_SHARE * total);
    labels.fill(-1);
    floodCharts(net, seeds, axes, limit, labels);
    count = growRest(net, labels, axes, seeds.length, limit);
  }
  const charts = { labels, count, axes: axes.slice(0, count * 3) };
  smoothBorders(net, charts, limit);
  adoptFlat(net, labels);
  return charts;
}

/** Creates charts of unlabelled triangles, numbered from `first`; returns the total number of charts. */
function growRest(net: FaceAdjacency, labels: Int32Array, axes: Float64Array, first: number, limit: number): number {
  const { neighbours, normals, areas } = net;
  const queue = new Int32Array(areas.length);
  const tried = new Int32Array(areas.length);
  const axis = new Float64Array(3);
  let label = first;
  let tries = 0;
  for (let start = 0; start < areas.length; start++) {
    while (labels[start] === -1 && areas[start]! > 0) {
      const seed = findMiddle(start, ++tries);
      axes.set(axis, label * 3);
      queue[0] = seed;
      labels[seed] = label;
      for (let at = 0, end = 1; at < end; at++) {
        for (let edge = queue[at]! * 3, last = edge + 3; edge < last; edge++) {
          const next = neighbours[edge]!;
          if (next < 0 || labels[next] !== -1 || areas[next] === 0 || alongAxis(next) < limit) continue;
          labels[next] = label;
          queue[end++] = next;
        }
      }
      label++;
    }
  }
  return label;

  function alongAxis(face: number): number {
    return axis[0]! * normals[face * 3]! + axis[1]! * normals[face * 3 + 1]! + axis[2]! * normals[face * 3 + 2]!;
  }

  /** Walks from a triangle to those around it; returns the one most similar to their mean, which becomes the axis. */
  function findMiddle(start: number, mark: number): number {
    let [x, y, z, end] = [0, 0, 0, 1];
    queue[0] = start;
    tried[start] = mark;
    for (let at = 0; at < end; at++) {
      const face = queue[at]!;
      const area = areas[face]!;
      x += area * normals[face * 3]!;
      y += area * normals[face * 3 + 1]!;
      z += area * normals[face * 3 + 2]!;
      const length = Math.sqrt(x * x + y * y + z * z);
      axis[0] = x / length;
      axis[1] = y / length;
      axis[2] = z / length;
      for (let edge = face * 3; edge < face * 3 + 3 && end < MAX_TRIED; edge++) {
        const next = neighbours[edge]!;
        if (next < 0 || labels[next] !== -1 || areas[next] === 0 || tried[next] === mark) continue;
        if (alongAxis(next) < limit) continue;
        tried[next] = mark;
        queue[end++] = next;
      }
    }
    let middle = start;
    for (let at = 0; at < end; at++) if (alongAxis(queue[at]!) > alongAxis(middle)) middle = queue[at]!;
    if (alongAxis(middle) < limit) axis.set(normals.subarray(middle * 3, middle * 3 + 3));
    return middle;
  }
}

/**
 * Chooses for each chart large enough the triangle most similar to its mean normal, which becomes its axis; renumbers
 * the charts.
 */
function chooseSeeds(
  { normals, areas }: FaceAdjacency,
  labels: Int32Array,
  axes: Float64Array,
  count: number,
  leastArea: number,
): Int32Array {
  const sums = new Float64Array(count * 3);
  const sizes = new Float64Array(count);
  labels.forEach((label, face) => {
    if (label < 0) return;
    sizes[label]! += areas[face]!;
    for (let k = 0; k < 3; k++) sums[label * 3 + k]! += areas[face]! * normals[face * 3 + k]!;
  });
  const seeds = new Int32Array(count).fill(-1);
  const likeness = new Float64Array(count);
  labels.forEach((label, face) => {
    if (label < 0 || sizes[label]! < leastArea) return;
    let along = 0;
    for (let k = 0; k < 3; k++) along += sums[label * 3 + k]! * normals[face * 3 + k]!;
    if (along <= likeness[label]!) return;
    likeness[label] = along;
    seeds[label] = face;
  });
  let used = 0;
  for (let label = 0; label < count; label++) {
    if (seeds[label] === -1) continue;
    const length = Math.hypot(sums[label * 3]!, sums[label * 3 + 1]!, sums[label * 3 + 2]!);
    for (let k = 0; k < 3; k++) axes[used * 3 + k] = sums[label * 3 + k]! / length;
    seeds[used++] = seeds[label]!;
  }
  return seeds.slice(0, used);
}

/** Moves a triangle to the chart on two of its sides if that chart's limit allows it. */
function smoothBorders({ neighbours, normals, areas }: FaceAdjacency, { labels, axes }: Charts, limit: number): void {
  for (let face = 0; face < areas.length; face++) {
    const [a, b, c] = [0, 1, 2].map((k) => neighbours[face * 3 + k]!) as [number, number, number];
    const [x, y, z] = [labelOf(a), labelOf(b), labelOf(c)];
    const label = x === y || x === z ? x : y === z ? y : -1;
    if (label < 0 || label === labels[face] || areas[face] === 0) continue;
    let along = 0;
    for (let k = 0; k < 3; k++) along += axes[label * 3 + k]! * normals[face * 3 + k]!;
    if (along >= limit) labels[face] = label;
  }

  function labelOf(face: number): number {
    return face < 0 ? -1 : labels[face]!;
  }
}

/** Assigns triangles without area to an adjacent chart; they fit every chart. */
function adoptFlat({ neighbours, areas }: FaceAdjacency, labels: Int32Array): void {
  const queue: number[] = [];
  for (let face = 0; face < areas.length; face++) if (areas[face] === 0) adopt(face);
  for (let at = 0; at < queue.length; at++) {
    for (let edge = queue[at]! * 3, last = edge + 3; edge < last; edge++) {
      if (neighbours[edge]! >= 0) adopt(neighbours[edge]!);
    }
  }

  function adopt(face: number): void {
    for (let edge = face * 3; edge < face * 3 + 3 && labels[face] === -1; edge++) {
      const next = neighbours[edge]!;
      if (next < 0 || labels[next] === -1) continue;
      labels[face] = labels[next]!;
      queue.push(face);
    }
  }
}
