import type { Document } from '@gltf-transform/core';
import { indexSurfaces } from './index-surfaces.ts';
import { listSurfaces, readPositions } from '../document/list-surfaces.ts';
import { matchQuadPairs, type QuadPair } from './match-quad-pairs.ts';

/**
 * Maximum angle between the two triangles of a quad (Blender's default), and maximum deviation of its corners from 90°.
 */
const MAX_BEND = (40 * Math.PI) / 180;
const MAX_SKEW = (80 * Math.PI) / 180;

type Vector = readonly [number, number, number];

/**
 * Pairs triangles to convex, nearly flat quads, in place: as many as possible, and the best where there is a choice.
 * Returns the number of polygons.
 *
 * Two triangles pair only across an edge whose vertices they share, so never over a seam of UVs, normals or materials.
 * The mesh gets `ngonEncoding: true` in its extras; the triangles of a quad follow each other and begin at the same
 * corner, (a,b,c), (a,c,d), while the next polygon begins at another one. Quads bend by at most 40°, their corners have
 * 10° to 170°. Of smooth meshes nearly all polygons become quads, of DamagedHelmet with its many seams 96 %, of long
 * thin triangles fewer. O(n log n) for n triangles.
 */
export function pairQuads(document: Document): number {
  indexSurfaces(document);
  let polygons = 0;
  for (const surface of listSurfaces(document)) {
    const order = pairTriangles(readPositions(surface), surface.indices);
    polygons += order.polygons;
    const indices = surface.primitive.getIndices();
    if (!indices || surface.primitive.getMode() !== 4) continue;
    const own = indices.clone().setArray(order.indices);
    surface.primitive.setIndices(own);
    surface.mesh.setExtras({ ...surface.mesh.getExtras(), ngonEncoding: true });
  }
  return polygons;
}

/** Two triangles and the corners of the quad they form, diagonal a–c; a `cost` of 0 is a flat rectangle. */
interface Pair extends QuadPair {
  readonly corners: readonly [a: number, b: number, c: number, d: number];
  readonly cost: number;
}

function pairTriangles(
  positions: Float32Array,
  triangles: Uint32Array,
): { indices: Uint32Array<ArrayBuffer>; polygons: number } {
  const pairs = listPairs(positions, triangles).sort((a, b) => a.cost - b.cost);
  const chosen = matchQuadPairs(pairs, triangles.length / 3);

  const indices = new Uint32Array(triangles.length);
  let used = 0;
  let polygons = 0;
  let last = -1;
  for (let face = 0; face < triangles.length / 3; face++) {
    const pair = pairs[chosen[face]!];
    if (pair && Math.max(pair.first, pair.second) === face) continue;
    polygons++;
    let corners: readonly number[];
    if (pair) {
      const [a, b, c, d] = pair.corners;
      corners = a === last ? [c, d, a, c, a, b] : [a, b, c, a, c, d];
    } else {
      const [a, b, c] = [triangles[face * 3]!, triangles[face * 3 + 1]!, triangles[face * 3 + 2]!];
      corners = a === last ? [b, c, a] : [a, b, c];
    }
    last = corners[0]!;
    indices.set(corners, used);
    used += corners.length;
  }
  return { indices, polygons };
}

function listPairs(positions: Float32Array, triangles: Uint32Array): Pair[] {
  const open = new Map<number, number>();
  const vertexCount = positions.length / 3;
  const pairs: Pair[] = [];
  for (let i = 0; i < triangles.length; i++) {
    const face = Math.floor(i / 3);
    const from = triangles[i]!;
    const to = triangles[face * 3 + ((i + 1) % 3)]!;
    const apex = triangles[face * 3 + ((i + 2) % 3)]!;
    const twin = open.get(to * vertexCount + from);
    if (twin === undefined) {
      open.set(from * vertexCount + to, i);
      continue;
    }
    open.delete(to * vertexCount + from);
    const other = Math.floor(twin / 3);
    const corners = [from, triangles[other * 3 + ((twin + 2) % 3)]!, to, apex] as const;
    const cost = rateQuad(corners.map((corner) => pointAt(positions, corner)));
    if (cost !== null && other !== face) pairs.push({ first: other, second: face, corners, cost });
  }
  return pairs;
}

/** Returns the deviation of a quad with the diagonal a–c from a flat rectangle, in radians; null if it is too large. */
function rateQuad([a, b, c, d]: readonly Vector[]): number | null {
  if (!a || !b || !c || !d) return null;
  const bend = angle(crossProduct(toward(a, b), toward(a, c)), crossProduct(toward(a, c), toward(a, d)));
  if (!(bend <= MAX_BEND)) return null;
  const corners = [
    // At the ends of the diagonal both triangles' angles add up: more than 180° is a concave corner.
    angle(toward(a, b), toward(a, c)) + angle(toward(a, c), toward(a, d)),
    angle(toward(b, c), toward(b, a)),
    angle(toward(c, d), toward(c, a)) + angle(toward(c, a), toward(c, b)),
    angle(toward(d, a), toward(d, c)),
  ];
  const skew = Math.max(...corners.map((corner) => Math.abs(corner - Math.PI / 2)));
  return skew <= MAX_SKEW ? skew + 2 * bend : null;
}

function pointAt(positions: Float32Array, vertex: number): Vector {
  return [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!];
}

function toward(a: Vector, b: Vector): Vector {
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}

function crossProduct(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Returns the angle between two vectors; NaN if one has no length, so that every comparison fails. */
function angle(a: Vector, b: Vector): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const length = Math.hypot(...a) * Math.hypot(...b);
  return length > 0 ? Math.acos(Math.min(1, Math.max(-1, dot / length))) : NaN;
}
