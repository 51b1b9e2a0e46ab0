import { skinRings } from './skin-rings.ts';
import type { SolidPoint, Solid } from './solid.ts';

/** Shape of a tube. */
export interface TubeShape {
  readonly segments: number;
  /** True for half balls on both ends instead of flat caps. */
  readonly isRounded?: boolean;
  /** True if the end is joined to the beginning. */
  readonly isClosed?: boolean;
  /** Scale along the tube's side axis: 1 is round. */
  readonly flat?: number;
}

/**
 * Creates a tube along a path with one radius per point; a radius of 0 at an end is a tip. Frames are
 * parallel-transported (Bishop).
 */
export function tubeSolid(path: readonly SolidPoint[], radii: readonly number[], shape: TubeShape): Solid {
  const { segments, isClosed = false } = shape;
  const count = path.length;
  const rings: SolidPoint[][] = [];
  let side: SolidPoint | null = null;
  path.forEach((centre, k) => {
    const before = isClosed ? path[(k + count - 1) % count]! : path[Math.max(0, k - 1)]!;
    const after = isClosed ? path[(k + 1) % count]! : path[Math.min(count - 1, k + 1)]!;
    const along = unit(minus(after, before));
    const guess: SolidPoint = side ?? (Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [0, 0, 1]);
    side = unit(minus(guess, times(along, dot(guess, along))));
    const other = cross(along, side);
    const ring = (at: SolidPoint, radius: number): SolidPoint[] => {
      if (radius < 1e-5) return [at];
      return Array.from({ length: segments }, (_, s) => {
        const angle = (s / segments) * 2 * Math.PI;
        const [u, v] = [radius * Math.cos(angle), radius * Math.sin(angle) * (shape.flat ?? 1)];
        return plus(at, plus(times(side!, u), times(other, v)));
      });
    };
    const radius = radii[k] ?? radii.at(-1)!;
    const isEnd = !isClosed && (k === 0 || k === count - 1);
    const cap = isEnd && shape.isRounded && radius > 1e-5 ? capRings(radius, segments) : [];
    const caps = cap.map(([way, r]) => ring(plus(centre, times(along, k === 0 ? -way : way)), r));
    if (k === 0) rings.push(...caps.toReversed(), ring(centre, radius));
    else rings.push(ring(centre, radius), ...caps);
  });
  return skinRings(rings, isClosed);
}

/** Returns the offset beyond the end and the radius of the rings of a half ball, outwards. */
function capRings(radius: number, segments: number): [number, number][] {
  const rows = Math.max(1, Math.round(segments / 4));
  return Array.from({ length: rows }, (_, row) => {
    const angle = ((row + 1) / rows) * (Math.PI / 2);
    return [radius * Math.sin(angle), row === rows - 1 ? 0 : radius * Math.cos(angle)];
  });
}

function plus(a: SolidPoint, b: SolidPoint): SolidPoint {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function minus(a: SolidPoint, b: SolidPoint): SolidPoint {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function times(a: SolidPoint, factor: number): SolidPoint {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

function dot(a: SolidPoint, b: SolidPoint): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: SolidPoint, b: SolidPoint): SolidPoint {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: SolidPoint): SolidPoint {
  const length = Math.hypot(...a) || 1;
  return times(a, 1 / length);
}
