import { type ShadedMesh } from '../../base/mesh/shaded-mesh.ts';
import type { Solid } from '../solids/solid.ts';

/** Shading of a mesh. */
export interface Shading {
  /** Maximum angle between smooth faces, in degrees. */
  readonly crease: number;
  /** UVs per metre of surface; null: none. */
  readonly uvScale: number | null;
}

/** Joins solids to one mesh with area-weighted normals: flat at sharp edges, smooth elsewhere. O(corners). */
export function solidsToMesh(solids: readonly Solid[], { crease, uvScale }: Shading): ShadedMesh {
  const positions: number[] = [];
  const normals: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  const limit = Math.cos((crease * Math.PI) / 180);
  for (const solid of solids) {
    const faces = faceNormals(solid);
    const around = cornersByVertex(solid);
    const known = new Map<string, number>();
    solid.triangles.forEach((vertex, corner) => {
      const normal = cornerNormal(faces, around[vertex]!, Math.floor(corner / 3), limit);
      const uv = uvScale === null ? [] : [solid.uvs[2 * corner]! * uvScale, solid.uvs[2 * corner + 1]! * uvScale];
      const key = `${vertex} ${normal.map((value) => Math.round(value * 1000)).join(' ')} ${uv.map((value) => Math.round(value * 1e5)).join(' ')}`;
      let index = known.get(key);
      if (index === undefined) {
        index = positions.length / 3;
        known.set(key, index);
        positions.push(
          solid.positions[3 * vertex]!,
          solid.positions[3 * vertex + 1]!,
          solid.positions[3 * vertex + 2]!,
        );
        normals.push(...normal);
        uvs.push(...uv);
      }
      indices.push(index);
    });
  }
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uvs: uvScale === null ? null : Float32Array.from(uvs),
    indices: Uint32Array.from(indices),
  };
}

/** Computes for each triangle its unit normal and its area. */
function faceNormals({ positions: p, triangles }: Solid): Float64Array {
  const faces = new Float64Array((triangles.length / 3) * 4);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(nx, ny, nz) || 1;
    faces.set([nx / length, ny / length, nz / length, length / 2], (t / 3) * 4);
  }
  return faces;
}

function cornersByVertex({ positions, triangles }: Solid): number[][] {
  const around: number[][] = Array.from({ length: positions.length / 3 }, () => []);
  triangles.forEach((vertex, corner) => around[vertex]!.push(Math.floor(corner / 3)));
  return around;
}

function cornerNormal(faces: Float64Array, around: readonly number[], own: number, limit: number): number[] {
  const [ox, oy, oz] = [faces[4 * own]!, faces[4 * own + 1]!, faces[4 * own + 2]!];
  let [x, y, z] = [0, 0, 0];
  for (const face of around) {
    const [nx, ny, nz, area] = [faces[4 * face]!, faces[4 * face + 1]!, faces[4 * face + 2]!, faces[4 * face + 3]!];
    if (face !== own && nx * ox + ny * oy + nz * oz < limit) continue;
    x += nx * area;
    y += ny * area;
    z += nz * area;
  }
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : [ox, oy, oz];
}
