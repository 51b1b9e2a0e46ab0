import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';

/** A mesh with a unit normal per vertex. */
export interface SmoothMesh extends TriangleMesh {
  readonly normals: Float32Array;
}

/** Distance of a new vertex from the plane, as a share of the length of its edge. */
const LIFT = 0.2;

/**
 * Closes the front half of a body, whose border is exactly its vertices on z = 0, with its mirror image, `backDepth`
 * times as deep. Where edge collapse left an inner edge between two border vertices, both halves would share it, so it
 * is first split at its middle by a vertex lifted off the plane. Two more triangles per such edge. O(triangles).
 */
export function mirrorHalf(half: SmoothMesh, backDepth: number): SmoothMesh {
  const front = liftChords(half);
  const { positions, normals, indices } = front;
  const count = positions.length / 3;
  const backs = new Uint32Array(count);
  let total = count;
  for (let v = 0; v < count; v++) backs[v] = positions[3 * v + 2] === 0 ? v : total++;

  const all = new Float32Array(3 * total);
  const allNormals = new Float32Array(3 * total);
  all.set(positions);
  allNormals.set(normals);
  for (let v = 0; v < count; v++) {
    if (backs[v] === v) continue;
    const [x, y, z] = [normals[3 * v]!, normals[3 * v + 1]!, -normals[3 * v + 2]! / backDepth];
    const length = Math.hypot(x, y, z);
    all.set([positions[3 * v]!, positions[3 * v + 1]!, -backDepth * positions[3 * v + 2]!], 3 * backs[v]!);
    allNormals.set([x / length, y / length, z / length], 3 * backs[v]!);
  }

  const triangles = new Uint32Array(2 * indices.length);
  triangles.set(indices);
  for (let t = 0; t < indices.length; t += 3) {
    triangles[indices.length + t] = backs[indices[t]!]!;
    triangles[indices.length + t + 1] = backs[indices[t + 2]!]!;
    triangles[indices.length + t + 2] = backs[indices[t + 1]!]!;
  }
  return { positions: all, normals: allNormals, indices: triangles };
}

/** Splits all inner edges between two vertices on z = 0, and all triangles on that plane. */
function liftChords(half: SmoothMesh): SmoothMesh {
  const { indices } = half;
  const count = half.positions.length / 3;
  const isFlat = (vertex: number): boolean => half.positions[3 * vertex + 2] === 0;
  const edges = new Set<number>();
  for (let side = 0; side < indices.length; side++) {
    const [a, b] = [indices[side]!, indices[nextCorner(side)]!];
    if (isFlat(a) && isFlat(b)) edges.add(a * count + b);
  }
  if (edges.size === 0) return half;

  const corners: Corner[] = [];
  const addCorner = (around: readonly number[]): number => count - 1 + corners.push(liftCorner(half, around));
  const middles = new Map<number, number>();
  for (const edge of edges) {
    const [a, b] = [Math.floor(edge / count), edge % count];
    if (a > b || !edges.has(b * count + a)) continue;
    const middle = addCorner([a, b]);
    middles.set(edge, middle).set(b * count + a, middle);
  }

  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const own = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const ring = own.flatMap((corner, k) => {
      const middle = middles.get(corner * count + own[(k + 1) % 3]!);
      return middle === undefined ? [corner] : [corner, middle];
    });
    // The fan starts off the plane, so that none of its own edges lies in the plane.
    const start = ring.findIndex((vertex) => vertex >= count || !isFlat(vertex));
    const apex = start < 0 ? addCorner(own) : ring[start]!;
    const fan = start < 0 ? [...ring, ring[0]!] : [...ring.slice(start + 1), ...ring.slice(0, start)];
    for (let k = 0; k + 1 < fan.length; k++) triangles.push(apex, fan[k]!, fan[k + 1]!);
  }
  return {
    positions: concatenate(
      half.positions,
      corners.flatMap(({ at }) => at),
    ),
    normals: concatenate(
      half.normals,
      corners.flatMap(({ normal }) => normal),
    ),
    indices: Uint32Array.from(triangles),
  };
}

interface Corner {
  readonly at: readonly [number, number, number];
  readonly normal: readonly [number, number, number];
}

/** Returns a vertex at the centre of vertices on z = 0, lifted in front of them. */
function liftCorner({ positions, normals }: SmoothMesh, around: readonly number[]): Corner {
  const mean = (values: Float32Array, k: number): number =>
    around.reduce((sum, vertex) => sum + values[3 * vertex + k]!, 0) / around.length;
  const [a, b] = [around[0]!, around[1]!];
  const edge = Math.hypot(positions[3 * a]! - positions[3 * b]!, positions[3 * a + 1]! - positions[3 * b + 1]!);
  const [nx, ny] = [mean(normals, 0), mean(normals, 1)];
  const length = Math.hypot(nx, ny, 1);
  return {
    at: [mean(positions, 0), mean(positions, 1), LIFT * edge],
    normal: [nx / length, ny / length, 1 / length],
  };
}

function concatenate(first: Float32Array, second: readonly number[]): Float32Array {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function nextCorner(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}
