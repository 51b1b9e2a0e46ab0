/** Degrees about x, then y, then z: FBX's order eEulerXYZ. */
export type Euler = [x: number, y: number, z: number];

const DEGREES = 180 / Math.PI;
/** Sine of the middle angle above which the rotation is in gimbal lock. */
const LOCKED = 0.999999;

/**
 * Converts a unit quaternion (x, y, z, w) to Euler angles. Of all equivalent angles those nearest to `before` are
 * chosen, so that a curve through them does not flip.
 */
export function toEuler(quaternion: readonly number[], before: readonly number[] | null): Euler {
  const [x = 0, y = 0, z = 0, w = 1] = quaternion;
  const sine = 2 * (w * y - x * z);
  const near = before ?? [0, 0, 0];
  if (Math.abs(sine) > LOCKED) {
    // In gimbal lock only the sum or difference of the outer angles matters: the last keeps its value.
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

/** Converts Euler angles to a quaternion (x, y, z, w). */
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

/** Returns the angle in degrees between two rotations, given as unit quaternions. */
export function angleBetween(a: readonly number[], b: readonly number[]): number {
  // The chord is precise where the cosine is flat.
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
