import type { Shape } from '../solid/level-set.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** Creates a torus around a line along an axis; `radius` is that of the centre line of its tube, `tube` the tube's. */
export function ringShape(at: GridPoint, axis: 0 | 2, radius: number, tube: number): Shape {
  return (x, y, z) => {
    const along = axis === 0 ? x - at[0] : z - at[2];
    const across = axis === 0 ? z - at[2] : x - at[0];
    return tube - Math.hypot(Math.hypot(across, y - at[1]) - radius, along);
  };
}

/** Creates a vertical capsule; `at` is the centre of its lower end. */
export function rodShape(at: GridPoint, height: number, radius: number): Shape {
  return (x, y, z) => {
    const up = Math.min(height, Math.max(0, y - at[1]));
    return radius - Math.hypot(x - at[0], y - at[1] - up, z - at[2]);
  };
}

/** Creates a cylinder along an axis, between coordinates `from` and `to`. */
export function cylinderShape(at: GridPoint, axis: 1 | 2, radius: number, from: number, to: number): Shape {
  return (x, y, z) => {
    const along = axis === 1 ? y : z;
    const around = axis === 1 ? Math.hypot(x - at[0], z - at[2]) : Math.hypot(x - at[0], y - at[1]);
    return Math.min(radius - around, along - from, to - along);
  };
}

/** Creates a box between two corners. */
export function boxShape(low: GridPoint, high: GridPoint): Shape {
  return (x, y, z) => Math.min(x - low[0], high[0] - x, y - low[1], high[1] - y, z - low[2], high[2] - z);
}

/**
 * Creates a square frustum around the y axis from height `from` to `to`. `halves` are half its widths at both ends,
 * `corner` is the radius of its vertical edges.
 */
export function taperedShape(from: number, to: number, halves: readonly [number, number], corner: number): Shape {
  const slope = (halves[0] - halves[1]) / (to - from);
  const lean = 1 / Math.hypot(1, slope);
  return (x, y, z) => {
    const half = halves[0] - slope * (y - from) - corner;
    const [px, pz] = [Math.abs(x) - half, Math.abs(z) - half];
    const beyond = Math.hypot(Math.max(0, px), Math.max(0, pz)) + Math.min(0, Math.max(px, pz));
    return Math.min((corner - beyond) * lean, y - from, to - y);
  };
}
