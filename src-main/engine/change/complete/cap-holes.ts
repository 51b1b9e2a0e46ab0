import { triangulateLoops } from '../../base/mesh/triangulate-loops.ts';
import { traceLoops } from '../../base/mesh/trace-loops.ts';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import { findOpenEdges } from './open-edges.ts';

type Vector = readonly [x: number, y: number, z: number];
type Point = readonly [x: number, y: number];

/** Triangles that close a surface. */
export interface Caps extends TriangleMesh {
  /** Per vertex: the surface vertex at the same position, or a rim vertex for the centre of a cap. */
  readonly origins: Uint32Array;
}

/** A new vertex at the centre of a rim, and one vertex of that rim. */
interface Middle {
  readonly at: Vector;
  readonly rim: number;
}

/**
 * Loops whose points all lie within this distance of a plane share one flat cap, as a fraction of the first loop's
 * size.
 */
const FLAT = 0.01;

/**
 * Closes the holes of a welded surface: each rim is triangulated flat without new vertices, together with other rims that
 * begin in its bounding box and lie in its plane (`fillFlat`); a rim that is not flat, or whose triangulation would duplicate an existing edge, gets a fan
 * around its centre. Returns null if the surface has no holes. The winding matches the surface. A rim of n edges:
 * O(n²).
 */
export function capHoles(mesh: TriangleMesh): Caps | null {
  const { open } = findOpenEdges(mesh);
  const turned: number[] = [];
  for (let i = 0; i < open.length; i += 2) turned.push(open[i + 1]!, open[i]!);
  const loops = traceLoops(turned);
  if (loops.length === 0) return null;

  const count = mesh.positions.length / 3;
  const edges = new Set<number>();
  for (let at = 0; at < mesh.indices.length; at++) {
    edges.add(mesh.indices[at]! * count + mesh.indices[at % 3 === 2 ? at - 2 : at + 1]!);
  }
  const middles: Middle[] = [];
  const indices: number[] = [];
  // Largest first: of two rims in one plane, the outer one is the outline.
  const planes = new Map(loops.map((loop) => [loop, planeOf(mesh.positions, loop)]));
  const bySize = (a: Loop, b: Loop): number => planes.get(b)!.size - planes.get(a)!.size;
  const waiting = new Set(loops.toSorted(bySize));
  const findNear = indexByStart(mesh.positions, loops);
  for (const loop of waiting) {
    waiting.delete(loop);
    const plane = planes.get(loop)!;
    const group = [loop];
    if (isFlat(mesh.positions, plane, loop)) {
      for (const other of findNear(loop, FLAT * plane.size)) {
        if (!waiting.has(other) || !isFlat(mesh.positions, plane, other)) continue;
        group.push(other);
        waiting.delete(other);
      }
      group.sort(bySize);
      const triangles = fillFlat(mesh.positions, plane, group);
      if (fits(triangles, group, edges, count)) {
        indices.push(...triangles);
        continue;
      }
    }
    for (const each of group) indices.push(...fanOut(mesh.positions, each, count, middles));
  }
  return compact(mesh.positions, middles, indices);
}

/** Vertices of a rim, in order. */
type Loop = number[];

/** Finds the loops that begin in the bounding box of one, which is enlarged by `margin`; O(log n + loops beside it in x). */
function indexByStart(positions: Float32Array, loops: readonly Loop[]): (loop: Loop, margin: number) => Loop[] {
  const startOf = (loop: Loop): Vector => placeOf(positions, loop[0]!);
  const ordered = loops.toSorted((a, b) => startOf(a)[0] - startOf(b)[0]);
  const starts = ordered.map(startOf);
  return (loop, margin) => {
    const places = loop.map((vertex) => placeOf(positions, vertex));
    const low = ([0, 1, 2] as const).map(
      (k) => places.reduce((least, at) => Math.min(least, at[k]), Infinity) - margin,
    );
    const high = ([0, 1, 2] as const).map(
      (k) => places.reduce((most, at) => Math.max(most, at[k]), -Infinity) + margin,
    );
    const found: Loop[] = [];
    for (let i = lowerBound(starts, low[0]!); i < starts.length && starts[i]![0] <= high[0]!; i++) {
      const [, y, z] = starts[i]!;
      if (y >= low[1]! && y <= high[1]! && z >= low[2]! && z <= high[2]!) found.push(ordered[i]!);
    }
    return found;
  };
}

/** Index of the first place with at least this x. */
function lowerBound(places: readonly Vector[], x: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (places[middle]![0] < x) from = middle + 1;
    else to = middle;
  }
  return from;
}

interface Plane {
  readonly at: Vector;
  readonly normal: Vector;
  /** Twice the square root of the loop's area. */
  readonly size: number;
}

/** Computes the plane of a loop by Newell's method; the loop is counter-clockwise seen from the tip of its normal. */
function planeOf(positions: Float32Array, loop: readonly number[]): Plane {
  const normal: [number, number, number] = [0, 0, 0];
  const at: [number, number, number] = [0, 0, 0];
  loop.forEach((vertex, i) => {
    const p = placeOf(positions, vertex);
    const q = placeOf(positions, loop[(i + 1) % loop.length]!);
    for (let k = 0; k < 3; k++) {
      const [m, n] = [(k + 1) % 3, (k + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
      normal[k]! += (p[m] - q[m]) * (p[n] + q[n]);
      at[k]! += p[k]! / loop.length;
    }
  });
  const length = Math.hypot(...normal);
  const unit: Vector = length > 0 ? [normal[0] / length, normal[1] / length, normal[2] / length] : [0, 0, 0];
  return { at, normal: unit, size: Math.sqrt(length) };
}

function isFlat(positions: Float32Array, { at, normal, size }: Plane, loop: readonly number[]): boolean {
  if (size === 0) return false;
  return loop.every((vertex) => {
    const [x, y, z] = placeOf(positions, vertex);
    const height = (x - at[0]) * normal[0] + (y - at[1]) * normal[1] + (z - at[2]) * normal[2];
    return Math.abs(height) <= FLAT * size;
  });
}

function fillFlat(positions: Float32Array, { normal }: Plane, loops: readonly (readonly number[])[]): number[] {
  const [nx, ny, nz] = normal;
  const lowest = [Math.abs(nx), Math.abs(ny), Math.abs(nz)];
  const axis = lowest.indexOf(Math.min(...lowest));
  const helper: Vector = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
  const u = cross(helper, normal);
  const v = cross(normal, u);
  const vertices = loops.flat();
  const points = vertices.map((vertex): Point => {
    const place = placeOf(positions, vertex);
    return [dot(place, u), dot(place, v)];
  });
  let first = 0;
  const local = loops.map((loop) => loop.map(() => first++));
  return triangulateLoops(points, local).map((point) => vertices[point]!);
}

/**
 * Returns true if a triangulation closes its loops exactly and adds no edge that already exists in the same direction.
 */
function fits(
  triangles: readonly number[],
  loops: readonly (readonly number[])[],
  edges: Set<number>,
  count: number,
): boolean {
  const own = new Set<number>();
  for (let at = 0; at < triangles.length; at++) {
    const key = triangles[at]! * count + triangles[at % 3 === 2 ? at - 2 : at + 1]!;
    if (own.has(key) || edges.has(key)) return false;
    own.add(key);
  }
  const rim = new Set(loops.flatMap((loop) => loop.map((a, i) => a * count + loop[(i + 1) % loop.length]!)));
  for (const key of rim) if (!own.has(key)) return false;
  for (const key of own) {
    if (!rim.has(key) && !own.has((key % count) * count + Math.floor(key / count))) return false;
  }
  for (const key of own) edges.add(key);
  return true;
}

function fanOut(positions: Float32Array, loop: readonly number[], count: number, middles: Middle[]): number[] {
  const at: [number, number, number] = [0, 0, 0];
  for (const vertex of loop) for (let k = 0; k < 3; k++) at[k]! += positions[vertex * 3 + k]! / loop.length;
  const middle = count + middles.push({ at, rim: loop[0]! }) - 1;
  return loop.flatMap((vertex, i) => [vertex, loop[(i + 1) % loop.length]!, middle]);
}

/** Removes vertices that the caps do not use. */
function compact(surface: Float32Array, middles: readonly Middle[], indices: readonly number[]): Caps {
  const count = surface.length / 3;
  const used = [...new Set(indices)];
  const places = new Map(used.map((vertex, place) => [vertex, place]));
  return {
    positions: Float32Array.from(
      used.flatMap((vertex) => (vertex < count ? placeOf(surface, vertex) : middles[vertex - count]!.at)),
    ),
    indices: Uint32Array.from(indices, (vertex) => places.get(vertex)!),
    origins: Uint32Array.from(used, (vertex) => (vertex < count ? vertex : middles[vertex - count]!.rim)),
  };
}

function placeOf(positions: Float32Array, vertex: number): Vector {
  return [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
