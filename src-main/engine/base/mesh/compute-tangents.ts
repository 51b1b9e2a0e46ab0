import type { ShadedMesh } from './shaded-mesh.ts';

/**
 * Computes unit tangents per vertex along u with the handedness as the fourth value, glTF's convention (bitangent = w ·
 * normal × tangent); any direction perpendicular to the normal where UVs are degenerate. Lengyel, “Computing tangent
 * space basis vectors”. O(n).
 */
export function computeTangents({ positions: p, normals: n, uvs, indices }: ShadedMesh): Float32Array {
  const count = p.length / 3;
  const along = new Float32Array(count * 3);
  const across = new Float32Array(count * 3);
  for (let t = 0; uvs && t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    // glTF's v grows downwards, and its bitangent points up.
    const [u1, v1] = [uvs[2 * b]! - uvs[2 * a]!, uvs[2 * a + 1]! - uvs[2 * b + 1]!];
    const [u2, v2] = [uvs[2 * c]! - uvs[2 * a]!, uvs[2 * a + 1]! - uvs[2 * c + 1]!];
    const area = u1 * v2 - u2 * v1;
    if (area === 0) continue;
    for (let k = 0; k < 3; k++) {
      const [e1, e2] = [p[3 * b + k]! - p[3 * a + k]!, p[3 * c + k]! - p[3 * a + k]!];
      for (const vertex of [a, b, c]) {
        along[3 * vertex + k]! += (e1 * v2 - e2 * v1) / area;
        across[3 * vertex + k]! += (e2 * u1 - e1 * u2) / area;
      }
    }
  }

  const tangents = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const [nx, ny, nz] = [n[3 * i]!, n[3 * i + 1]!, n[3 * i + 2]!];
    let [x, y, z] = [along[3 * i]!, along[3 * i + 1]!, along[3 * i + 2]!];
    let dot = x * nx + y * ny + z * nz;
    if (!(Math.hypot(x - dot * nx, y - dot * ny, z - dot * nz) > 1e-9)) {
      [x, y, z] = Math.abs(nx) < 0.7 ? [1, 0, 0] : [0, 1, 0];
      dot = x * nx + y * ny + z * nz;
    }
    [x, y, z] = [x - dot * nx, y - dot * ny, z - dot * nz];
    const length = Math.hypot(x, y, z);
    [x, y, z] = [x / length, y / length, z / length];
    const [bx, by, bz] = [ny * z - nz * y, nz * x - nx * z, nx * y - ny * x];
    const side = bx * across[3 * i]! + by * across[3 * i + 1]! + bz * across[3 * i + 2]! < 0 ? -1 : 1;
    tangents.set([x, y, z, side], 4 * i);
  }
  return tangents;
}
