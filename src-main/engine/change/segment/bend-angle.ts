import type { FaceGraph } from './face-graph.ts';

/**
 * How far two neighbouring triangles turn away from each other, in radians: above 0 the edge stands out, below 0 it is a
 * groove, 0 where they are level or one has no area.
 */
export function bendAngle({ normals, centres }: FaceGraph, face: number, next: number): number {
  let cos = 0;
  let rise = 0;
  for (let k = 0; k < 3; k++) {
    const normal = normals[face * 3 + k]!;
    cos += normal * normals[next * 3 + k]!;
    rise += normal * (centres[next * 3 + k]! - centres[face * 3 + k]!);
  }
  if (isFlat(normals, face) || isFlat(normals, next)) return 0;
  const angle = Math.acos(Math.min(1, Math.max(-1, cos)));
  return rise > 0 ? -angle : angle;
}

function isFlat(normals: Float32Array, face: number): boolean {
  return normals[face * 3] === 0 && normals[face * 3 + 1] === 0 && normals[face * 3 + 2] === 0;
}
