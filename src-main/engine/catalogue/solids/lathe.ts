import { skinRings } from './skin-rings.ts';
import type { SolidPoint, Solid } from './solid.ts';

/** Radius and height of a point of a profile, metres. */
export type ProfilePoint = readonly [radius: number, y: number];

/** Radii below this are on the axis, and points closer than this are merged. */
const TINY = 1e-5;

/**
 * Revolves a profile about the y axis, in `segments` segments. An end away from the axis is capped flat; a vessel's
 * profile runs up outside and down inside. With `isLoop` the profile is closed, such as a tyre, and must not touch the
 * axis.
 */
export function latheSolid(profile: readonly ProfilePoint[], segments: number, isLoop = false): Solid {
  const rings: SolidPoint[][] = [];
  let before: ProfilePoint | null = null;
  for (const point of profile) {
    if (before && Math.hypot(point[0] - before[0], point[1] - before[1]) < TINY) continue;
    before = point;
    const [radius, y] = point;
    rings.push(radius < TINY ? [[0, y, 0]] : circle(radius, y, segments));
  }
  return skinRings(rings, isLoop);
}

function circle(radius: number, y: number, segments: number): SolidPoint[] {
  return Array.from({ length: segments }, (_, k) => {
    const angle = (k / segments) * 2 * Math.PI;
    return [radius * Math.sin(angle), y, radius * Math.cos(angle)];
  });
}
