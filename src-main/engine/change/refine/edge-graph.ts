/** The triangles of an object in one list; the vertices of all primitives are concatenated. */
export interface JoinedShape {
  /** xyz per vertex. */
  readonly positions: Float32Array;
  /** Unit xyz per vertex. */
  readonly normals: Float32Array;
  readonly indices: Uint32Array;
  /** Index of each vertex's position; vertices at the same position share it. */
  readonly places: Uint32Array;
}

/** An edge between two positions, and its curvature. */
export interface GraphEdge {
  /** Position indices, the lower one first. */
  readonly a: number;
  readonly b: number;
  /** Number of adjacent triangles. */
  readonly faces: number;
  /** True if both sides continue smoothly; otherwise the edge is a crease or a border. */
  readonly isSmooth: boolean;
  /** Sum of the normals of both sides at its ends; valid only for smooth edges. */
  readonly normalA: readonly [number, number, number];
  readonly normalB: readonly [number, number, number];
}

/** Cosine from which the normals of two sides count as one surface: 20 degrees. */
const SMOOTH = 0.94;

/** Returns the key of an edge between two of `count` positions. */
export function edgeKey(a: number, b: number, count: number): number {
  return a < b ? a * count + b : b * count + a;
}

interface Gathered {
  readonly a: number;
  readonly b: number;
  /** Vertices at both ends, for each side. */
  readonly sides: (readonly [atA: number, atB: number])[];
}

/** Finds all edges by `edgeKey`; triangles with two corners at one position are skipped. O(triangles). */
export function toEdgeGraph({ normals, indices, places }: JoinedShape): Map<number, GraphEdge> {
  const count = places.length;
  const gathered = new Map<number, Gathered>();
  for (let first = 0; first < indices.length; first += 3) {
    for (let k = 0; k < 3; k++) {
      const [v, w] = [indices[first + k]!, indices[first + ((k + 1) % 3)]!];
      const [p, q] = [places[v]!, places[w]!];
      if (p === q) continue;
      const key = edgeKey(p, q, count);
      const edge = gathered.get(key) ?? { a: Math.min(p, q), b: Math.max(p, q), sides: [] };
      edge.sides.push(p < q ? [v, w] : [w, v]);
      gathered.set(key, edge);
    }
  }

  const net = new Map<number, GraphEdge>();
  for (const [key, { a, b, sides }] of gathered) {
    const [one, other] = sides;
    const isSmooth =
      sides.length === 2 &&
      cosine(normals, one![0], other![0]) > SMOOTH &&
      cosine(normals, one![1], other![1]) > SMOOTH;
    const sum = (end: 0 | 1): [number, number, number] =>
      [0, 1, 2].map((k) => sides.reduce((total, side) => total + normals[3 * side[end] + k]!, 0)) as [
        number,
        number,
        number,
      ];
    net.set(key, { a, b, faces: sides.length, isSmooth, normalA: sum(0), normalB: sum(1) });
  }
  return net;
}

function cosine(normals: Float32Array, v: number, w: number): number {
  return (
    normals[3 * v]! * normals[3 * w]! +
    normals[3 * v + 1]! * normals[3 * w + 1]! +
    normals[3 * v + 2]! * normals[3 * w + 2]!
  );
}
