import { cross, dot, normalize, type Vector3 } from './vector.ts';

/** A rotation as a unit quaternion x, y, z, w, as in glTF. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** The identity rotation. */
const IDENTITY_QUATERNION: Quaternion = [0, 0, 0, 1];

/** Returns a rotation about an axis by an angle in degrees, counter-clockwise seen from the axis' tip. */
export function fromAxisAngle(axis: Vector3, degrees: number): Quaternion {
  const half = (degrees * Math.PI) / 360;
  const [x, y, z] = normalize(axis);
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
}

/** Returns the product `a · b`: applies `b` first, then `a`. */
export function multiplyQuaternions(a: Quaternion, b: Quaternion): Quaternion {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Returns the inverse rotation. */
export function invertQuaternion([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w];
}

/** Rotates a vector. */
export function rotateVector([x, y, z, w]: Quaternion, v: Vector3): Vector3 {
  const axis: Vector3 = [x, y, z];
  const across = cross(axis, v);
  const twice = cross(axis, across);
  return [
    v[0] + 2 * (w * across[0] + twice[0]),
    v[1] + 2 * (w * across[1] + twice[1]),
    v[2] + 2 * (w * across[2] + twice[2]),
  ];
}

/** Returns the shortest rotation from one direction to another; opposite directions rotate about the front axis. */
export function rotationBetween(from: Vector3, to: Vector3): Quaternion {
  const [a, b] = [normalize(from), normalize(to)];
  const cosine = dot(a, b);
  if (cosine < -0.999999) return [0, 0, 1, 0];
  const [x, y, z] = cross(a, b);
  const length = Math.hypot(x, y, z, 1 + cosine);
  return [x / length, y / length, z / length, (1 + cosine) / length];
}

/**
 * Returns pitch about +X (positive: forwards and down), then yaw about +Y (positive: to the left), then roll about +Z,
 * in degrees.
 */
export function fromPitchYawRoll(pitch: number, yaw = 0, roll = 0): Quaternion {
  return multiplyQuaternions(
    fromAxisAngle([0, 0, 1], roll),
    multiplyQuaternions(fromAxisAngle([0, 1, 0], yaw), fromAxisAngle([1, 0, 0], pitch)),
  );
}

/** Returns a share of a rotation along the shortest arc. */
export function scaleRotation(turn: Quaternion, share: number): Quaternion {
  const [x, y, z, w] = turn[3] < 0 ? (turn.map((value) => -value) as unknown as Quaternion) : turn;
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-9) return IDENTITY_QUATERNION;
  const half = Math.atan2(sine, w) * share;
  const factor = Math.sin(half) / sine;
  return [x * factor, y * factor, z * factor, Math.cos(half)];
}
