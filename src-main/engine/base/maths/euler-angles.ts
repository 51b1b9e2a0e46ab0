/** Degrees about x, then y, then z: FBX's order eEulerXYZ. */
export type Euler = [x: number, y: number, z: number];

const DEGREES = 180 / Math.PI;
/** Sine of the middle angle from which on the outer two turn about one axis. */
const LOCKED = 0.999999;

/**
 * Angles of a unit quaternion (x, y, z, w). Every rotation has many: with `before` those nearest to it are chosen, so
 * that a curve through them does not flip.
 */
export function toEuler(quaternion: readonly number[], before: readonly number[] | null): Euler {
  const [x = 0, y = 0, z = 0, w = 1] = quaternion;
  const sine = 2 * (w * y - x * z);
  const near = before ?? [0, 0, 0];
  if (Math.abs(sine) > LOCKED) {
    // Only the sum of the outer angles counts, or their difference: the last stays where it was.
    const turn = Math.atan2(2 * (x * y - w * z), 1 - 2 * (x * x + z * z)) * DEGREES;
    const side = Math.sign(sine);
    return nearest([side * turn + side * near[2]!, side * 90, near[2]!], near);
  }
  const angles: Euler = [
    Math.atan2(2 * (y * z + w * x), 1 - 2 * (x * x + y * y)) * DEGREES,
    Math.asin(sine) * DEGREES,
    Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)) * DEGREES,
  ];
  if (!before) return angles;
  const one = nearest(angles, near);
  const other = nearest([angles[0] + 180, 180 - angles[1], angles[2] + 180], near);
  return distance(one, near) <= distance(other, near) ? one : other;
}

/** The quaternion (x, y, z, w) that angles stand for. */
export function fromEuler(angles: readonly number[]): number[] {
  const [x = 0, y = 0, z = 0] = angles.map((angle) => angle / DEGREES / 2);
  const [cx, cy, cz] = [Math.cos(x), Math.cos(y), Math.cos(z)];
  const [sx, sy, sz] = [Math.sin(x), Math.sin(y), Math.sin(z)];
  return [
    sx * cy * cz - cx * sy * sz,
    cx * sy * cz + sx * cy * sz,
    cx * cy * sz - sx * sy * cz,
    cx * cy * cz + sx * sy * sz,
  ];
}

/** Degrees between two rotations, as unit quaternions. */
export function angleBetween(a: readonly number[], b: readonly number[]): number {
  // The chord is exact where the cosine is flat.
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const chord = Math.hypot(...a.map((value, i) => value - Math.sign(dot || 1) * b[i]!));
  return 4 * Math.asin(Math.min(1, chord / 2)) * DEGREES;
}

function nearest(angles: Euler, near: readonly number[]): Euler {
  return angles.map((angle, i) => angle + 360 * Math.round((near[i]! - angle) / 360)) as Euler;
}

function distance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, angle, i) => sum + Math.abs(angle - b[i]!), 0);
}
