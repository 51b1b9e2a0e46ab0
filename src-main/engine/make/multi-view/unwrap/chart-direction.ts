/** The six ways a chart can look, as (right, up, towards) rows of three: the picture of the part seen from there. */
export interface ChartDirection {
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly towards: readonly [number, number, number];
}

/** Front, left, back, right, top, bottom: the four views, and the two sides that no view shows. */
export const CHART_DIRECTIONS: readonly ChartDirection[] = [
  { right: [1, 0, 0], up: [0, 1, 0], towards: [0, 0, 1] },
  { right: [0, 0, -1], up: [0, 1, 0], towards: [1, 0, 0] },
  { right: [-1, 0, 0], up: [0, 1, 0], towards: [0, 0, -1] },
  { right: [0, 0, 1], up: [0, 1, 0], towards: [-1, 0, 0] },
  { right: [1, 0, 0], up: [0, 0, -1], towards: [0, 1, 0] },
  { right: [1, 0, 0], up: [0, 0, 1], towards: [0, -1, 0] },
];

/** Product of an axis with xyz at `at`. */
export function projectOntoAxis(axis: readonly [number, number, number], values: Float32Array, at: number): number {
  return axis[0] * values[at]! + axis[1] * values[at + 1]! + axis[2] * values[at + 2]!;
}
