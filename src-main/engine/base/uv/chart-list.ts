import { findUprightRotation, type UprightRotation } from './minimum-bounding-rectangle.ts';

/** Charts that lie flat, each for itself, to be packed. */
export interface ChartList {
  /** x and y of each vertex, a chart's vertices one after another, its least x and y 0; higher than wide. */
  readonly places: number[];
  /** The first vertex of each chart, and the count of all at the end. */
  readonly firsts: number[];
  /** Two vertices for each edge on the border of a chart, chart by chart. */
  readonly outline: number[];
  /** Where each chart's edges begin in `outline`, and the length of it at the end. */
  readonly outlineFirsts: number[];
  /** Width and height of each chart. */
  readonly sizes: number[];
}

/** An empty list. */
export function createChartList(): ChartList {
  return { places: [], firsts: [0], outline: [], outlineFirsts: [0], sizes: [] };
}

/** A chart that lies flat somewhere. */
export interface FlatChart {
  readonly vertices: readonly number[];
  /** Two vertices for each edge on its border. */
  readonly edges: readonly number[];
}

/** How a chart stands upright in its smallest box. */
export function orientChart(places: Float64Array, { vertices, edges }: FlatChart): UprightRotation {
  // A chart without a border would be closed, or a point.
  return findUprightRotation(places, edges.length > 0 ? edges.filter((_, i) => i % 2 === 0) : vertices);
}

/**
 * Adds a chart, turned as `standChart` says; x and y of a vertex are at `places[2 × its number]`. In the list the vertices
 * are numbered on, in their order; `numbers` gets the new number of each.
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
