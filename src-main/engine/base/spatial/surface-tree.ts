import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildBoundingVolumeHierarchy } from './bounding-volume-hierarchy.ts';
import { closestPointOnTriangle, type TrianglePoint } from './closest-point-on-triangle.ts';

/** A point on a surface: its triangle and barycentric weights. */
export interface SurfacePoint extends TrianglePoint {
  /** −1: none was found. */
  triangle: number;
}

/** A point or a direction. */
export type Vector = readonly [x: number, y: number, z: number];

/** Spatial queries on a surface. */
export interface SurfaceTree {
  /**
   * Writes the nearest point of the surface to `hit`. With `facing` only triangles that face the same side count, so
   * that a thin wall does not return its back. The triangle in `hit` is tried first, which makes coherent queries fast.
   */
  nearest(x: number, y: number, z: number, hit: SurfacePoint, facing?: Vector): void;
  /**
   * Writes the triangles at most `radius` away from a point, unordered, with their distances to the lists. Returns
   * their number, or −1 if they exceed the lists' length.
   */
  within(x: number, y: number, z: number, radius: number, triangles: Int32Array, distances: Float64Array): number;
  /**
   * Returns the distance along a ray with a unit direction to the first triangle, from either side; Infinity if it hits
   * none.
   */
  reach(from: Vector, direction: Vector): number;
}

/** Creates a point for `nearest` to fill. */
export function createSurfacePoint(): SurfacePoint {
  return { triangle: -1, a: 1, b: 0, c: 0, squared: Infinity };
}

/** Creates a point of a triangle for `improvePoint`. */
export function createTrianglePoint(): TrianglePoint {
  return { a: 0, b: 0, c: 0, squared: 0 };
}

/** Sets `hit` to the nearest point of a triangle if it is nearer and, with `facing`, faces the same side. */
export function improvePoint(
  { positions, indices }: TriangleMesh,
  triangle: number,
  x: number,
  y: number,
  z: number,
  trial: TrianglePoint,
  hit: SurfacePoint,
  facing?: Vector,
): void {
  const p = indices[triangle * 3]! * 3;
  const q = indices[triangle * 3 + 1]! * 3;
  const r = indices[triangle * 3 + 2]! * 3;
  closestPointOnTriangle(positions, p, q, r, x, y, z, trial);
  if (trial.squared >= hit.squared) return;
  if (facing && looksAway(positions, p, q, r, facing)) return;
  hit.triangle = triangle;
  hit.a = trial.a;
  hit.b = trial.b;
  hit.c = trial.c;
  hit.squared = trial.squared;
}

/** True if a triangle faces away. Uses numbers only: this is called for every texel of a bake. */
function looksAway(positions: Float32Array, p: number, q: number, r: number, facing: Vector): boolean {
  const ux = positions[q]! - positions[p]!;
  const uy = positions[q + 1]! - positions[p + 1]!;
  const uz = positions[q + 2]! - positions[p + 2]!;
  const vx = positions[r]! - positions[p]!;
  const vy = positions[r + 1]! - positions[p + 1]!;
  const vz = positions[r + 2]! - positions[p + 2]!;
  return (uy * vz - uz * vy) * facing[0] + (uz * vx - ux * vz) * facing[1] + (ux * vy - uy * vx) * facing[2] < 0;
}

/** Creates a bounding volume hierarchy over a mesh. 100 000 triangles: about 0.1 s to build, a few µs per query. */
export function createSurfaceTree(mesh: TriangleMesh): SurfaceTree {
  const { positions, indices } = mesh;
  const { boxes, children, counts, order } = buildBoundingVolumeHierarchy(mesh);
  const stack = new Int32Array(256);
  const trial = createTrianglePoint();

  function squaredTo(node: number, x: number, y: number, z: number): number {
    const at = node * 6;
    const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 3]!);
    const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 4]!);
    const dz = Math.max(boxes[at + 2]! - z, 0, z - boxes[at + 5]!);
    return dx * dx + dy * dy + dz * dz;
  }

  /** Visits the triangles of every box that is not culled, until one visit returns false; returns true if none did. */
  function visit(passesBy: (node: number) => boolean, look: (triangle: number) => boolean): boolean {
    let depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (passesBy(node)) continue;
      const child = children[node]!;
      if (child >= 0) {
        stack[depth++] = child;
        stack[depth++] = child + 1;
        continue;
      }
      const first = -1 - child;
      for (let i = first; i < first + counts[node]!; i++) if (!look(order[i]!)) return false;
    }
    return true;
  }

  return {
    nearest(x, y, z, hit, facing) {
      const guess = hit.triangle;
      hit.triangle = -1;
      hit.squared = Infinity;
      if (guess >= 0) improvePoint(mesh, guess, x, y, z, trial, hit, facing);
      let depth = 0;
      stack[depth++] = 0;
      while (depth > 0) {
        const node = stack[--depth]!;
        if (squaredTo(node, x, y, z) >= hit.squared) continue;
        const child = children[node]!;
        if (child >= 0) {
          const isFirstNearer = squaredTo(child, x, y, z) < squaredTo(child + 1, x, y, z);
          stack[depth++] = isFirstNearer ? child + 1 : child;
          stack[depth++] = isFirstNearer ? child : child + 1;
          continue;
        }
        const first = -1 - child;
        const end = first + counts[node]!;
        for (let i = first; i < end; i++) improvePoint(mesh, order[i]!, x, y, z, trial, hit, facing);
      }
    },
    within(x, y, z, radius, triangles, distances) {
      const squared = radius * radius;
      let found = 0;
      const isWhole = visit(
        (node) => squaredTo(node, x, y, z) > squared,
        (triangle) => {
          const at = triangle * 3;
          closestPointOnTriangle(
            positions,
            indices[at]! * 3,
            indices[at + 1]! * 3,
            indices[at + 2]! * 3,
            x,
            y,
            z,
            trial,
          );
          if (trial.squared > squared) return true;
          if (found === triangles.length) return false;
          triangles[found] = triangle;
          distances[found++] = Math.sqrt(trial.squared);
          return true;
        },
      );
      return isWhole ? found : -1;
    },
    reach(from, direction) {
      let reached = Infinity;
      visit(
        (node) => entry(boxes, node * 6, from, direction) >= reached,
        (triangle) => {
          reached = Math.min(reached, meet(mesh, triangle * 3, from, direction));
          return true;
        },
      );
      return reached;
    },
  };
}

/** Returns the distance at which a ray enters a box (slabs; Kay and Kajiya 1986); Infinity if it misses. */
function entry(boxes: Float64Array, at: number, from: Vector, direction: Vector): number {
  let near = 0;
  let far = Infinity;
  for (let k = 0; k < 3; k++) {
    const inverse = 1 / direction[k]!;
    const a = (boxes[at + k]! - from[k]!) * inverse;
    const b = (boxes[at + 3 + k]! - from[k]!) * inverse;
    // NaN (a ray in the plane of a side) leaves both unchanged.
    if (Math.min(a, b) > near) near = Math.min(a, b);
    if (Math.max(a, b) < far) far = Math.max(a, b);
  }
  return near <= far ? near : Infinity;
}

/** Returns the distance at which a ray hits a triangle, from either side (Möller and Trumbore 1997). */
function meet({ positions, indices }: TriangleMesh, at: number, from: Vector, direction: Vector): number {
  const corner = (k: number): Vector => {
    const place = indices[at + k]! * 3;
    return [positions[place]!, positions[place + 1]!, positions[place + 2]!];
  };
  const a = corner(0);
  const u = minus(corner(1), a);
  const v = minus(corner(2), a);
  const side = cross(direction, v);
  const scale = dot(u, side);
  if (scale === 0) return Infinity;
  const to = minus(from, a);
  const b = dot(to, side) / scale;
  const turn = cross(to, u);
  const c = dot(direction, turn) / scale;
  const far = dot(v, turn) / scale;
  return b >= 0 && c >= 0 && b + c <= 1 && far > 0 ? far : Infinity;
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
