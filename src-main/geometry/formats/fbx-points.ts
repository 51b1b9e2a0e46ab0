import type { FlatMesh } from '../flat-mesh.ts';
import { weldPositions } from './weld-positions.ts';

/** The control points of an FBX geometry. */
export interface FbxPoints {
  /** xyz per point, metres, +Y up. */
  readonly positions: Float32Array;
  /** A point for each vertex of the mesh, counted through all its primitives. */
  readonly pointOf: Int32Array;
}

/** Cosine between normals from which on two vertices are the two sides of a sheet and not one edge. */
const FACING_AWAY = -0.9;
/** Cells per coordinate: finer than single precision, so that only equal positions meet. */
const CELLS = 2 ** 30;

/**
 * Joins the vertices of a mesh that are at the same place, so that a surface split at seams of uvs, normals or materials
 * is one again, as editing and subdividing it need. Vertices whose normals point apart stay apart: a double-sided sheet
 * would become faces on the same points, of which Blender keeps one.
 */
export function toFbxPoints(mesh: FlatMesh): FbxPoints {
  const { positions, places, firsts } = weldPositions(mesh, CELLS / (largest(mesh) || 1));
  const normals = joinNormals(mesh, positions.length);
  const sources = [...firsts];
  const pointOf = new Int32Array(places);
  for (let vertex = 0; vertex < pointOf.length; vertex++) {
    const a = 3 * vertex;
    const b = 3 * firsts[places[vertex]!]!;
    const cosine = normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]!;
    if (cosine < FACING_AWAY) pointOf[vertex] = sources.push(vertex) - 1;
  }

  const points = new Float32Array(3 * sources.length);
  sources.forEach((vertex, i) => points.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return { positions: points, pointOf };
}

function largest(mesh: FlatMesh): number {
  let most = 0;
  for (const { positions } of mesh.primitives) {
    for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]!));
  }
  return most;
}

/** Zeros where a primitive has no normals: its vertices face nowhere, and join. */
function joinNormals(mesh: FlatMesh, length: number): Float32Array {
  const joined = new Float32Array(length);
  let at = 0;
  for (const { positions, normals } of mesh.primitives) {
    if (normals) joined.set(normals, at);
    at += positions.length;
  }
  return joined;
}
