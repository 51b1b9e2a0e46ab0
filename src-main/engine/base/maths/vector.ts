/** A point or direction: x, y, z in metres, +Y up, +Z front; the model's left is +X. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** Returns the sum of two vectors. */
export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** Returns the vector from `b` to `a`. */
export function subtract(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** Multiplies a vector by a factor. */
export function scale(a: Vector3, factor: number): Vector3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** Returns the point at this share of the line from `a` to `b`. */
export function mix(a: Vector3, b: Vector3, share: number): Vector3 {
  return add(a, scale(subtract(b, a), share));
}

/** Returns the dot product. */
export function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Returns the cross product, right-handed. */
export function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Returns the distance between two points. */
export function distance(a: Vector3, b: Vector3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Returns the unit vector of the same direction; a zero vector is unchanged. */
export function normalize(a: Vector3): Vector3 {
  return scale(a, 1 / (Math.hypot(...a) || 1));
}
