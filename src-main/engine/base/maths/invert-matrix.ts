import type { mat4, vec3 } from '@gltf-transform/core';

/** Returns the inverse of an affine column-major 4×4 matrix; null if it is singular or not finite. */
export function invertMatrix(m: Readonly<mat4>): mat4 | null {
  const [x, y, z, place]: [vec3, vec3, vec3, vec3] = [
    [m[0], m[1], m[2]],
    [m[4], m[5], m[6]],
    [m[8], m[9], m[10]],
    [m[12], m[13], m[14]],
  ];
  const volume = dot(x, cross(y, z));
  if (!Number.isFinite(1 / volume)) return null;
  const [a, b, c] = [cross(y, z), cross(z, x), cross(x, y)].map((row) => row.map((entry) => entry / volume)) as [
    vec3,
    vec3,
    vec3,
  ];
  return [
    ...[a[0], b[0], c[0], 0],
    ...[a[1], b[1], c[1], 0],
    ...[a[2], b[2], c[2], 0],
    ...[-dot(a, place), -dot(b, place), -dot(c, place), 1],
  ] as mat4;
}

function cross(a: Readonly<vec3>, b: Readonly<vec3>): vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Readonly<vec3>, b: Readonly<vec3>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
