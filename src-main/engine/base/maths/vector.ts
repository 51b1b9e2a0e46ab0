/** A point or direction: x, y, z in metres, +Y up, +Z front; the model's left is +X. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** The sum of two vectors. */
export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** The way from `b` to `a`. */
export function subtract(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** A vector so many times as long. */
export function scale(a: Vector3, factor: number): Vector3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** The point at this share of the way from `a` to `b`. */
export function mix(a: Vector3, b: Vector3, share: number): Vector3 {
  return add(a, scale(subtract(b, a), share));
}

/** The scalar product. */
export function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The vector product, right-handed. */
export function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Metres between two points. */
export function distance(a: Vector3, b: Vector3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The same direction, one long; a vector without length stays. */
export function normalize(a: Vector3): Vector3 {
  return scale(a, 1 / (Math.hypot(...a) || 1));
}
