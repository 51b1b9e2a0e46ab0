import { addChart, orientChart, type ChartList } from './chart-list.ts';
import type { FaceAdjacency } from './face-adjacency.ts';
import type { FindOverlap } from './find-overlap.ts';
import { flattenChart, type Rectangle2D } from './flatten-chart.ts';
import { createChartSplitter } from './split-chart.ts';
import { growAngleCharts } from './grow-angle-charts.ts';
import { mergeCharts } from './merge-charts.ts';

const degrees = (angle: number): number => Math.cos((angle * Math.PI) / 180);

/** Maximum angle of a triangle to its chart’s axis: 50°. A larger one would yield fewer charts with more stretch. */
const LIMIT = degrees(50);
/** Maximum angle for the few triangles of a chart so small that it costs more than their stretch. */
const SMALL_LIMIT = degrees(58);

/** A chart that fills less of its box than this is halved, so that charts pack well. */
const MIN_FILLED = 0.45;

/** Settings for halving charts. */
export interface CutOptions {
  readonly findFold: FindOverlap;
  /** Charts of less area, in square metres, are not halved to fill their box better. */
  readonly leastHalved: number;
}

/**
 * Cuts a surface into charts of triangles that face the same way, flattens each (`flattenChart`) and adds it to a list.
 * A chart that would overlap itself is halved until none does. Returns three vertex numbers of the list per triangle.
 * Near O(n): 60 000 triangles take about 0.1 s.
 */
export function cutCharts(net: FaceAdjacency, { findFold, leastHalved }: CutOptions, list: ChartList): Uint32Array {
  const { indices, neighbours } = net;
  const { labels, count, axes } = mergeCharts(net, growAngleCharts(net, LIMIT), { usual: LIMIT, small: SMALL_LIMIT });
  const places = new Float64Array((net.positions.length / 3) * 2);
  const numbers = new Uint32Array(net.positions.length / 3);
  // Last chart that each vertex was numbered for.
  const stamps = new Int32Array(numbers.length).fill(-1);
  const corners = new Uint32Array(indices.length);
  const halve = createChartSplitter(neighbours);
  // Chart of each triangle, by its number in the list.
  const owners = new Int32Array(labels.length).fill(-1);

  groupFaces(labels, count).forEach((whole, chart) => {
    if (chart === count) {
      for (const face of whole) clear(face);
      add(whole, null);
      return;
    }
    const waiting = [whole];
    for (let faces = waiting.pop(); faces; faces = waiting.pop()) {
      const box = flattenChart(net, faces, axes, chart * 3, places);
      if (!add(faces, faces.length > 1 ? box : null)) waiting.push(...halve(faces));
    }
  });
  return corners;

  function clear(face: number): void {
    for (let corner = face * 3; corner < face * 3 + 3; corner++) {
      places.fill(0, indices[corner]! * 2, indices[corner]! * 2 + 2);
    }
  }

  /**
   * Adds a chart; returns false instead if it leaves too much of its box empty, or overlaps itself. Null: add in any
   * case.
   */
  function add(faces: Uint32Array, box: Rectangle2D | null): boolean {
    const number = list.firsts.length - 1;
    const vertices: number[] = [];
    const edges: number[] = [];
    let area = 0;
    for (const face of faces) {
      owners[face] = number;
      area += net.areas[face]!;
    }
    for (const face of faces) {
      for (let corner = face * 3; corner < face * 3 + 3; corner++) {
        const vertex = indices[corner]!;
        if (stamps[vertex] !== number) {
          stamps[vertex] = number;
          vertices.push(vertex);
        }
        const next = neighbours[corner]!;
        if (next >= 0 && owners[next] === number) continue;
        edges.push(vertex, indices[corner === face * 3 + 2 ? face * 3 : corner + 1]!);
      }
    }
    const turn = orientChart(places, { vertices, edges });
    const isEmpty = area > leastHalved && area < MIN_FILLED * turn.width * turn.height;
    if (box && (isEmpty || findFold(places, indices, faces, box))) {
      for (const face of faces) owners[face] = -1;
      for (const vertex of vertices) stamps[vertex] = -1;
      return false;
    }
    addChart(list, places, { vertices, edges }, turn, numbers);
    for (const face of faces) {
      for (let corner = face * 3; corner < face * 3 + 3; corner++) corners[corner] = numbers[indices[corner]!]!;
    }
    return true;
  }
}

/** Returns the triangles of each chart, and finally those without a chart, if any. */
function groupFaces(labels: Int32Array, count: number): Uint32Array[] {
  const ends = new Uint32Array(count + 1);
  for (const label of labels) ends[label < 0 ? count : label]!++;
  for (let chart = 1; chart <= count; chart++) ends[chart]! += ends[chart - 1]!;
  const faces = new Uint32Array(labels.length);
  const bounds = [0, ...ends];
  for (let face = labels.length - 1; face >= 0; face--) {
    const label = labels[face]!;
    faces[--ends[label < 0 ? count : label]!] = face;
  }
  return bounds
    .slice(1)
    .map((end, chart) => faces.subarray(bounds[chart], end))
    .filter(({ length }) => length > 0);
}
