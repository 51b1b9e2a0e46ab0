import type { JoinedShape, GraphEdge } from './edge-graph.ts';

type Vector = readonly [x: number, y: number, z: number];

/** Where the middle of an edge lies on the curve that goes through its ends. */
export interface EdgeCurve {
  readonly middle: Vector;
  /** How far that is from the straight middle. */
  readonly height: number;
}

/** A crease runs through a place as one curve where it turns by less: 50 degrees. */
const STRAIGHT = 0.64;
/** Most a middle is moved, as a share of its edge: a half circle in two pieces has 0.21. */
const HIGHEST = 0.21;

/** An edge goes on at its end in the one that turns least, and by less than this cosine: 60 degrees. */
const GOES_ON = 0.5;

/**
 * The middles of all edges: across a smooth surface those of a cubic that stands square to the normals of its ends
 * (Vlachos, Peters, Boyd and Mitchell, "Curved PN triangles", 2001), along a crease or border those of a curve through the
 * crease's neighbouring edges; where creases meet or turn sharply it ends straight. A long edge that goes on in a short
 * one, as a flat face does in the rounding at its rim, stays nearly straight. Each depends on its surroundings alone, so
 * both sides of it agree. O(edges).
 */
export function curveEdges(shape: JoinedShape, net: ReadonlyMap<number, GraphEdge>): Map<number, EdgeCurve> {
  const at = toPlacePositions(shape);
  const beside = listBeside(net.values());
  const sharp = listBeside([...net.values()].filter(({ isSmooth }) => !isSmooth));

  /** How much of the bend at a place counts for the edge to `to`: all of it where it goes on in one as long. */
  const shareAt = (from: number, to: number): number => {
    const edge = minus(at(to), at(from));
    const length = Math.hypot(...edge);
    let best = GOES_ON * length;
    let next = length;
    for (const other of beside.get(from)!) {
      const back = minus(at(from), at(other));
      const own = Math.hypot(...back);
      if (!(own > 0) || dot(edge, back) <= best * own) continue;
      best = dot(edge, back) / own;
      next = own;
    }
    return length > 0 ? Math.min(1, (2 * next) / (length + next)) : 0;
  };
  /** The direction of a crease at a place, towards `to`: the longer of its edges counts for more. */
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
      // Both look inwards, so the second is the curve's direction turned round.
      off = [0, 1, 2].map((k) => (length / 8) * (start[k]! + end[k]!)) as unknown as Vector;
    }
    const height = Math.hypot(...off);
    const share = height > HIGHEST * length ? (HIGHEST * length) / height : 1;
    const middle = [0, 1, 2].map((k) => (p[k]! + q[k]!) / 2 + share * off[k]!) as unknown as Vector;
    bends.set(key, { middle, height: share * height });
  }
  return bends;
}

/** For each place those that edges lead to. */
function listBeside(edges: Iterable<GraphEdge>): Map<number, number[]> {
  const beside = new Map<number, number[]>();
  for (const { a, b } of edges) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const others = beside.get(from);
      if (others) others.push(to);
      else beside.set(from, [to]);
    }
  }
  return beside;
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
