import type { JoinedShape, GraphEdge } from './edge-graph.ts';

type Vector = readonly [x: number, y: number, z: number];

/** Position of an edge's midpoint on the curve through its end points. */
export interface EdgeCurve {
  readonly middle: Vector;
  /** Distance from the straight midpoint. */
  readonly height: number;
}

/** A crease continues through a point as one curve if it turns by less than 50 degrees (cosine). */
const STRAIGHT = 0.64;
/** Maximum displacement of a midpoint, as a share of its edge: a half circle in two pieces has 0.21. */
const MAX_OFFSET = 0.21;

/** An edge continues at its end in the edge that turns least, if that turns by less than 60 degrees (cosine). */
const MIN_CONTINUATION = 0.5;

/**
 * Computes the midpoints of all edges: across a smooth surface, on a cubic perpendicular to the normals of its ends
 * (Vlachos, Peters, Boyd and Mitchell, "Curved PN triangles", 2001); along a crease or border, on a curve through the
 * adjacent crease edges, which ends straight where creases meet or turn sharply. A long edge that continues in a short
 * one, as a flat face does in the rounding at its rim, stays nearly straight. Each midpoint depends only on its
 * neighbourhood, so both sides of an edge agree. O(edges).
 */
export function curveEdges(shape: JoinedShape, net: ReadonlyMap<number, GraphEdge>): Map<number, EdgeCurve> {
  const at = toPlacePositions(shape);
  const adjacent = listAdjacent(net.values());
  const sharp = listAdjacent([...net.values()].filter(({ isSmooth }) => !isSmooth));

  /**
   * Returns the share of the curvature at a point that counts for the edge to `to`: all of it if it continues in an
   * edge of the same length.
   */
  const shareAt = (from: number, to: number): number => {
    const edge = minus(at(to), at(from));
    const length = Math.hypot(...edge);
    let best = MIN_CONTINUATION * length;
    let next = length;
    for (const other of adjacent.get(from)!) {
      const back = minus(at(from), at(other));
      const own = Math.hypot(...back);
      if (!(own > 0) || dot(edge, back) <= best * own) continue;
      best = dot(edge, back) / own;
      next = own;
    }
    return length > 0 ? Math.min(1, (2 * next) / (length + next)) : 0;
  };
  /** Returns the direction of a crease at a point, towards `to`, weighted by edge length. */
  const directionAt = (from: number, to: number): Vector => {
    const edge = minus(at(to), at(from));
    const ends = sharp.get(from)!;
    if (ends.length !== 2) return unit(edge);
    const back = minus(at(from), at(ends[0] === to ? ends[1]! : ends[0]!));
    if (dot(unit(edge), unit(back)) < STRAIGHT) return unit(edge);
    return unit([edge[0] + back[0], edge[1] + back[1], edge[2] + back[2]]);
  };

  const bends = new Map<number, EdgeCurve>();
  for (const [key, edge] of net) {
    const [p, q] = [at(edge.a), at(edge.b)];
    const along = minus(q, p);
    const length = Math.hypot(...along);
    let off: Vector = [0, 0, 0];
    if (edge.isSmooth) {
      const [n, m] = [unit(edge.normalA), unit(edge.normalB)];
      const rise = (shareAt(edge.a, edge.b) * dot(along, n)) / 8;
      const fall = (-shareAt(edge.b, edge.a) * dot(along, m)) / 8;
      off = [0, 1, 2].map((k) => -rise * n[k]! - fall * m[k]!) as unknown as Vector;
    } else if (edge.faces <= 2) {
      const [start, end] = [directionAt(edge.a, edge.b), directionAt(edge.b, edge.a)];
      // Both directions point inwards, so the second one is reversed.
      off = [0, 1, 2].map((k) => (length / 8) * (start[k]! + end[k]!)) as unknown as Vector;
    }
    const height = Math.hypot(...off);
    const share = height > MAX_OFFSET * length ? (MAX_OFFSET * length) / height : 1;
    const middle = [0, 1, 2].map((k) => (p[k]! + q[k]!) / 2 + share * off[k]!) as unknown as Vector;
    bends.set(key, { middle, height: share * height });
  }
  return bends;
}

/** Lists the adjacent points of each point. */
function listAdjacent(edges: Iterable<GraphEdge>): Map<number, number[]> {
  const adjacent = new Map<number, number[]>();
  for (const { a, b } of edges) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const others = adjacent.get(from);
      if (others) others.push(to);
      else adjacent.set(from, [to]);
    }
  }
  return adjacent;
}

function toPlacePositions({ positions, places }: JoinedShape): (place: number) => Vector {
  const firsts = new Uint32Array(places.length);
  for (let vertex = places.length - 1; vertex >= 0; vertex--) firsts[places[vertex]!] = vertex;
  return (place) => {
    const from = 3 * firsts[place]!;
    return [positions[from]!, positions[from + 1]!, positions[from + 2]!];
  };
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 0, 0];
}
