/** Left and right sides as seen by a viewer in front of an object that faces +Z: −X and +X. */
export const SIDES = [-1, 1] as const;

/** The four corners of a rectangle about the origin, front ones first. */
export const CORNERS = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** Returns `count` evenly spaced directions around the y axis, in degrees, starting at the front. */
export function around(count: number): number[] {
  return Array.from({ length: count }, (_, k) => (k * 360) / count);
}

/** Returns the point at this distance in this direction: 0° is +Z, 90° is +X. */
export function polar(degrees: number, radius: number): readonly [x: number, z: number] {
  const angle = (degrees * Math.PI) / 180;
  return [radius * Math.sin(angle), radius * Math.cos(angle)];
}
