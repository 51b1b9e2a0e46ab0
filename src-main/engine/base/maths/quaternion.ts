import { cross, dot, normalize, type Point } from './vector.ts';

/** A rotation as a unit quaternion x, y, z, w, as glTF has it. */
export type Turn = readonly [x: number, y: number, z: number, w: number];

/** The rotation that changes nothing. */
export const NO_TURN: Turn = [0, 0, 0, 1];

/** About an axis by an angle in degrees, counter-clockwise seen from the axis' tip. */
export function turnAbout(axis: Point, degrees: number): Turn {
  const half = (degrees * Math.PI) / 360;
  const [x, y, z] = normalize(axis);
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
}

/** What `b` does first, then `a`. */
export function chain(a: Turn, b: Turn): Turn {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The rotation back. */
export function invert([x, y, z, w]: Turn): Turn {
  return [-x, -y, -z, w];
}

/** A vector, turned. */
export function rotate([x, y, z, w]: Turn, v: Point): Point {
  const axis: Point = [x, y, z];
  const across = cross(axis, v);
  const twice = cross(axis, across);
  return [
    v[0] + 2 * (w * across[0] + twice[0]),
    v[1] + 2 * (w * across[1] + twice[1]),
    v[2] + 2 * (w * across[2] + twice[2]),
  ];
}

/** The shortest rotation that brings one direction onto another; opposite ones go about the front axis. */
export function swing(from: Point, to: Point): Turn {
  const [a, b] = [normalize(from), normalize(to)];
  const cosine = dot(a, b);
  if (cosine < -0.999999) return [0, 0, 1, 0];
  const [x, y, z] = cross(a, b);
  const length = Math.hypot(x, y, z, 1 + cosine);
  return [x / length, y / length, z / length, (1 + cosine) / length];
}

/** Pitch about +X (positive: forwards and down), then yaw about +Y (positive: to the left), then roll about +Z, in degrees. */
export function turnBy(pitch: number, yaw = 0, roll = 0): Turn {
  return chain(turnAbout([0, 0, 1], roll), chain(turnAbout([0, 1, 0], yaw), turnAbout([1, 0, 0], pitch)));
}

/** A share of a rotation, the short way. */
export function shareOf(turn: Turn, share: number): Turn {
  const [x, y, z, w] = turn[3] < 0 ? (turn.map((value) => -value) as unknown as Turn) : turn;
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-9) return NO_TURN;
  const half = Math.atan2(sine, w) * share;
  const factor = Math.sin(half) / sine;
  return [x * factor, y * factor, z * factor, Math.cos(half)];
}
