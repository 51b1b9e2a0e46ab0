import type { FaceGraph } from './face-graph.ts';

/**
 * Returns the signed dihedral angle between two neighbouring triangles in radians: positive at a convex edge, negative
 * at a concave one, 0 if they are coplanar or one is degenerate.
 */
export function bendAngle({ normals, centres }: FaceGraph, face: number, next: number): number {
  let cos = 0;
  let rise = 0;
  for (let k = 0; k < 3; k++) {
    const normal = normals[face * 3 + k]!;
    cos += normal * normals[next * 3 + k]!;
    rise += normal * (centres[next * 3 + k]! - centres[face * 3 + k]!);
  }
  if (isDegenerate(normals, face) || isDegenerate(normals, next)) return 0;
  const angle = Math.acos(Math.min(1, Math.max(-1, cos)));
  return rise > 0 ? -angle : angle;
}

function isDegenerate(normals: Float32Array, face: number): boolean {
  return normals[face * 3] === 0 && normals[face * 3 + 1] === 0 && normals[face * 3 + 2] === 0;
}
