import { faceNormal, type TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';

/** Cosine of the crease angle, 42° as in text-to-model: faces at a smaller angle are shaded smoothly. */
const CREASE = 0.743;
/** Maximum number of faces at a vertex that are evaluated. */
const MAX_FACES = 64;

/**
 * Computes a unit normal for each corner of each triangle, three numbers each: the area-weighted mean of the faces at
 * its vertex within the crease angle of its own face. O(corners × faces at a vertex).
 */
export function toCornerNormals({ positions, indices }: TriangleMesh): Float32Array {
  const count = indices.length / 3;
  const faces = new Float32Array(3 * count);
  const areas = new Float32Array(count);
  const around = new Map<number, number[]>();
  for (let face = 0; face < count; face++) {
    const [x, y, z] = faceNormal(positions, indices, 3 * face);
    const area = Math.hypot(x, y, z);
    areas[face] = area;
    if (area > 0) faces.set([x / area, y / area, z / area], 3 * face);
    for (let k = 0; k < 3; k++) {
      const own = around.get(indices[3 * face + k]!);
      if (own) own.push(face);
      else around.set(indices[3 * face + k]!, [face]);
    }
  }
  const normals = new Float32Array(3 * indices.length);
  for (let corner = 0; corner < indices.length; corner++) {
    const own = Math.floor(corner / 3);
    const [nx, ny, nz] = [faces[3 * own]!, faces[3 * own + 1]!, faces[3 * own + 2]!];
    let [x, y, z] = [0, 0, 0];
    // Where very many faces meet, such as at the tip of a cone, the first ones suffice.
    for (const face of around.get(indices[corner]!)!.slice(0, MAX_FACES)) {
      const [fx, fy, fz] = [faces[3 * face]!, faces[3 * face + 1]!, faces[3 * face + 2]!];
      if (face !== own && nx * fx + ny * fy + nz * fz < CREASE) continue;
      x += areas[face]! * fx;
      y += areas[face]! * fy;
      z += areas[face]! * fz;
    }
    const length = Math.hypot(x, y, z);
    normals.set(length > 0 ? [x / length, y / length, z / length] : [nx, ny, nz], 3 * corner);
  }
  return normals;
}
