import type { FlatMesh } from '../../../base/document/flat-mesh.ts';
import { weldPositions } from '../../../base/document/weld-positions.ts';

/** The control points of an FBX geometry. */
export interface FbxPoints {
  /** xyz per point, metres, +Y up. */
  readonly positions: Float32Array;
  /** Point of each vertex of the mesh, numbered through all its primitives. */
  readonly pointOf: Int32Array;
  /** First vertex of the mesh at each point. */
  readonly vertexOf: Int32Array;
}

/** Cosine between normals below which two vertices are the two sides of a sheet and not one edge. */
const FACING_AWAY = -0.9;
/** Grid cells per unit of a coordinate: finer than single precision, so that only equal positions match. */
const CELLS = 2 ** 30;

/**
 * Welds the vertices of a mesh by position, so that a surface split at seams of UVs, normals or materials is connected
 * again, which editing and subdividing need. Vertices with opposite normals stay separate: a double-sided sheet would
 * become faces on the same points, of which Blender keeps one. So do those for which `areOne` is false: lips that touch
 * at rest must be able to open.
 */
export function toFbxPoints(mesh: FlatMesh, areOne: (a: number, b: number) => boolean = () => true): FbxPoints {
  const { positions, places, firsts } = weldPositions(mesh, CELLS / (largest(mesh) || 1));
  const normals = joinNormals(mesh, positions.length);
  const sources = [...firsts];
  const pointOf = new Int32Array(places);
  const others = new Map<number, number[]>();
  for (let vertex = 0; vertex < pointOf.length; vertex++) {
    const place = places[vertex]!;
    const a = 3 * vertex;
    const b = 3 * firsts[place]!;
    const cosine = normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]!;
    if (cosine < FACING_AWAY) pointOf[vertex] = sources.push(vertex) - 1;
    else if (!areOne(firsts[place]!, vertex)) {
      const own = others.get(place) ?? [];
      others.set(place, own);
      const known = own.find((point) => areOne(sources[point]!, vertex));
      pointOf[vertex] = known ?? own[own.push(sources.push(vertex) - 1) - 1]!;
    }
  }

  const points = new Float32Array(3 * sources.length);
  sources.forEach((vertex, i) => points.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i));
  return { positions: points, pointOf, vertexOf: Int32Array.from(sources) };
}

function largest(mesh: FlatMesh): number {
  let most = 0;
  for (const { positions } of mesh.primitives) {
    for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]!));
  }
  return most;
}

/** Concatenates normals; zeros where a primitive has none, so that its vertices are always welded. */
function joinNormals(mesh: FlatMesh, length: number): Float32Array {
  const joined = new Float32Array(length);
  let at = 0;
  for (const { positions, normals } of mesh.primitives) {
    if (normals) joined.set(normals, at);
    at += positions.length;
  }
  return joined;
}
