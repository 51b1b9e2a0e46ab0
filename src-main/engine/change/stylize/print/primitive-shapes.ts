import type { Shape } from '../solid/level-set.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A ring whose hole runs along an axis: `radius` to the middle of its tube. */
export function ringShape(at: GridPoint, axis: 0 | 2, radius: number, tube: number): Shape {
  return (x, y, z) => {
    const along = axis === 0 ? x - at[0] : z - at[2];
    const across = axis === 0 ? z - at[2] : x - at[0];
    return tube - Math.hypot(Math.hypot(across, y - at[1]) - radius, along);
  };
}

/** An upright rod with round ends. */
export function rodShape(at: GridPoint, height: number, radius: number): Shape {
  return (x, y, z) => {
    const up = Math.min(height, Math.max(0, y - at[1]));
    return radius - Math.hypot(x - at[0], y - at[1] - up, z - at[2]);
  };
}

/** A cylinder along an axis, between two places on it. */
export function cylinderShape(at: GridPoint, axis: 1 | 2, radius: number, from: number, to: number): Shape {
  return (x, y, z) => {
    const along = axis === 1 ? y : z;
    const around = axis === 1 ? Math.hypot(x - at[0], z - at[2]) : Math.hypot(x - at[0], y - at[1]);
    return Math.min(radius - around, along - from, to - along);
  };
}

/** A box between two corners. */
export function boxShape(low: GridPoint, high: GridPoint): Shape {
  return (x, y, z) => Math.min(x - low[0], high[0] - x, y - low[1], high[1] - y, z - low[2], high[2] - z);
}

/** A square block around the y axis that narrows upwards: half its width at `from` and at `to`, upright edges rounded. */
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
