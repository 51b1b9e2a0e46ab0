import { findUprightRotation, type UprightRotation } from './minimum-bounding-rectangle.ts';

/** Flattened charts, each with its own origin, ready for packing. */
export interface ChartList {
  /** x and y of each vertex, chart by chart, with their minimum at 0; each chart is at least as high as wide. */
  readonly places: number[];
  /** First vertex of each chart, and the total count at the end. */
  readonly firsts: number[];
  /** Two vertices for each border edge of a chart, chart by chart. */
  readonly outline: number[];
  /** Offset of each chart's edges in `outline`, and its length at the end. */
  readonly outlineFirsts: number[];
  /** Width and height of each chart. */
  readonly sizes: number[];
}

/** Creates an empty list. */
export function createChartList(): ChartList {
  return { places: [], firsts: [0], outline: [], outlineFirsts: [0], sizes: [] };
}

/** A flattened chart at any position. */
export interface FlatChart {
  readonly vertices: readonly number[];
  /** Two vertices for each border edge. */
  readonly edges: readonly number[];
}

/** Finds the rotation in which a chart stands upright in its smallest box. */
export function orientChart(places: Float64Array, { vertices, edges }: FlatChart): UprightRotation {
  // A chart without a border would be closed, or a point.
  return findUprightRotation(places, edges.length > 0 ? edges.filter((_, i) => i % 2 === 0) : vertices);
}

/**
 * Adds a chart, rotated as `orientChart` returns; x and y of a vertex are at `places[2 × its number]`. In the list the
 * vertices are numbered consecutively, in their order; `numbers` gets the new number of each.
 */
export function addChart(
  list: ChartList,
  places: Float64Array,
  { vertices, edges }: FlatChart,
  { cos, sin, left, top, width, height }: UprightRotation,
  numbers: Uint32Array,
): void {
  const first = list.firsts.at(-1)!;
  vertices.forEach((vertex, i) => {
    numbers[vertex] = first + i;
    const x = cos * places[vertex * 2]! - sin * places[vertex * 2 + 1]! - left;
    const y = sin * places[vertex * 2]! + cos * places[vertex * 2 + 1]! - top;
    list.places.push(x, y);
  });
  for (const vertex of edges) list.outline.push(numbers[vertex]!);
  list.firsts.push(first + vertices.length);
  list.outlineFirsts.push(list.outline.length);
  list.sizes.push(width, height);
}
