import { MeshoptSimplifier } from 'meshoptimizer';
import { linkEdgeFaces } from './link-edge-faces.ts';

/** Triangles of a surface and their adjacency; vertices with equal positions count as one. */
export interface FaceAdjacency {
  /** In metres, xyz per vertex. */
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** Three per triangle, over the edge that begins at that corner: the neighbour's number; −1 if there is none. */
  readonly neighbours: Int32Array;
  /** Unit normal of each triangle, zero if it has no area. */
  readonly normals: Float64Array;
  /** In square metres. */
  readonly areas: Float64Array;
}

/**
 * Builds the adjacency of a surface's triangles, counter-clockwise from outside. O(n): 60 000 triangles take about 30
 * ms.
 */
export async function buildFaceAdjacency(positions: Float32Array, indices: Uint32Array): Promise<FaceAdjacency> {
  await MeshoptSimplifier.ready;
  const measures = measureFaces(positions, indices);
  const same = MeshoptSimplifier.generatePositionRemap(positions, 3);
  const corners = indices.map((vertex) => same[vertex]!);
  const neighbours = linkEdgeFaces(corners, positions.length / 3, measures.normals);
  return { positions, indices, neighbours, ...measures };
}

function measureFaces(positions: Float32Array, indices: Uint32Array): Pick<FaceAdjacency, 'normals' | 'areas'> {
  const count = indices.length / 3;
  const normals = new Float64Array(count * 3);
  const areas = new Float64Array(count);
  for (let face = 0; face < count; face++) {
    const a = indices[face * 3]! * 3;
    const b = indices[face * 3 + 1]! * 3;
    const c = indices[face * 3 + 2]! * 3;
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    areas[face] = length / 2;
    normals[face * 3] = x / length;
    normals[face * 3 + 1] = y / length;
    normals[face * 3 + 2] = z / length;
  }
  return { normals, areas };
}
