/** Axes of an orthographic projection for charts: right and up in the chart, and towards the viewer. */
export interface ChartDirection {
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly towards: readonly [number, number, number];
}

/** Front, left, back, right, top, bottom: the four views, and the two directions that no view shows. */
export const CHART_DIRECTIONS: readonly ChartDirection[] = [
  { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
  { right: [0, 0, -1], up: [0, 1, 0], towards: [1, 0, 0] },
  { right: [-1, 0, 0], up: [0, 1, 0], towards: [0, 0, -1] },
  { right: [0, 0, 1], up: [0, 1, 0], towards: [-1, 0, 0] },
  { right: [1, 0, 0], up: [0, 0, -1], towards: [0, 1, 0] },
  { right: [1, 0, 0], up: [0, 0, 1], towards: [0, -1, 0] },
];

/** Returns the dot product of an axis and the vector at index `at`. */
export function projectOntoAxis(axis: readonly [number, number, number], values: Float32Array, at: number): number {
  return axis[0] * values[at]! + axis[1] * values[at + 1]! + axis[2] * values[at + 2]!;
}
