import type { TriangleMesh } from './triangle-mesh.ts';
import { faceNormal } from './triangle-mesh.ts';

/** Offset of a new vertex from the surface, as a share of its edge. */
const LIFT = 0.05;

/** A side of a triangle: the index of its first corner in `indices`. */
type Side = number;

/**
 * Makes a closed surface manifold if some of its edges belong to more than two triangles, which edge collapse causes
 * where a sheet is thin: both its sides then share an edge. The sides of such an edge are paired, the flattest pairs
 * first, and all pairs except the last get a new vertex at the midpoint, slightly lifted. Adds two triangles per pair;
 * a mesh without such edges is returned unchanged. O(triangles).
 */
export function splitDoubleEdges(mesh: TriangleMesh): TriangleMesh {
  const { indices } = mesh;
  const count = mesh.positions.length / 3;
  const edgeOf = (side: Side): number => indices[side]! * count + indices[nextOf(side)]!;
  const seen = new Set<number>();
  const sides = new Map<number, Side[]>();
  for (let side = 0; side < indices.length; side++) {
    const edge = edgeOf(side);
    if (seen.has(edge)) sides.set(edge, []);
    seen.add(edge);
  }
  if (sides.size === 0) return mesh;
  for (let side = 0; side < indices.length; side++) sides.get(edgeOf(side))?.push(side);

  const positions: number[] = [];
  const middles = new Map<Side, number>();
  for (const [edge, there] of sides) {
    const [a, b] = [Math.floor(edge / count), edge % count];
    const back = sides.get(b * count + a);
    // Every edge is listed in both directions: process only one of them.
    if (a > b || !back) continue;
    for (const [side, other] of pairFlat(mesh, there, back).slice(0, -1)) {
      const middle = count + positions.length / 3;
      middles.set(side, middle).set(other, middle);
      positions.push(...liftedMiddle(mesh, side, other));
    }
  }

  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const ring = [t, t + 1, t + 2].flatMap((side) => [indices[side]!, middles.get(side) ?? -1]);
    const corners = ring.filter((vertex) => vertex >= 0);
    // Start the fan at a midpoint, or one of its triangles would have no area.
    const start = Math.max(
      0,
      corners.findIndex((vertex) => vertex >= count),
    );
    const turned = [...corners.slice(start), ...corners.slice(0, start)];
    for (let k = 1; k + 1 < turned.length; k++) triangles.push(turned[0]!, turned[k]!, turned[k + 1]!);
  }
  return { positions: joined(mesh.positions, positions), indices: Uint32Array.from(triangles) };
}

function nextOf(side: Side): Side {
  return side % 3 === 2 ? side - 2 : side + 1;
}

/** Returns pairs of sides that run in opposite directions, those with the most similar normals first. */
function pairFlat(mesh: TriangleMesh, there: readonly Side[], back: readonly Side[]): (readonly [Side, Side])[] {
  const likeness = (a: Side, b: Side): number => {
    const [m, n] = [unitNormal(mesh, a), unitNormal(mesh, b)];
    return m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
  };
  const all = there.flatMap((a) => back.map((b) => ({ a, b, value: likeness(a, b) })));
  const used = new Set<Side>();
  const pairs: (readonly [Side, Side])[] = [];
  for (const { a, b } of all.toSorted((p, q) => q.value - p.value)) {
    if (used.has(a) || used.has(b)) continue;
    used.add(a).add(b);
    pairs.push([a, b]);
  }
  return pairs;
}

/** Returns the midpoint of a side, lifted along the normals of both its triangles. */
function liftedMiddle(mesh: TriangleMesh, side: Side, other: Side): [number, number, number] {
  const [a, b] = [3 * mesh.indices[side]!, 3 * mesh.indices[nextOf(side)]!];
  const [m, n] = [unitNormal(mesh, side), unitNormal(mesh, other)];
  const at = (k: number): number => mesh.positions[a + k]!;
  const to = (k: number): number => mesh.positions[b + k]!;
  const lift = (LIFT * Math.hypot(at(0) - to(0), at(1) - to(1), at(2) - to(2))) / 2;
  const middle = (k: 0 | 1 | 2): number => (at(k) + to(k)) / 2 + lift * (m[k] + n[k]);
  return [middle(0), middle(1), middle(2)];
}

function unitNormal({ positions, indices }: TriangleMesh, side: Side): [number, number, number] {
  const [x, y, z] = faceNormal(positions, indices, side - (side % 3));
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function joined(first: Float32Array, second: readonly number[]): Float32Array {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
