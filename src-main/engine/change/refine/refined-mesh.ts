import type { Mesh, Primitive } from '@gltf-transform/core';
import type { FlatPrimitive } from '../../base/document/flat-mesh.ts';
import { weldPositions } from '../../base/document/weld-positions.ts';
import { readFloats } from '../../base/document/list-surfaces.ts';
import { toTriangleIndices } from '../../base/document/triangle-indices.ts';
import { toVertexNormals } from '../../base/mesh/vertex-normals.ts';
import { curveEdges, type EdgeCurve } from './curve-edges.ts';
import { toEdgeGraph, type JoinedShape, type GraphEdge } from './edge-graph.ts';

/** A mesh during refinement, in its own space. */
export interface RefinedMesh {
  readonly primitives: readonly RefinedPrimitive[];
  /** Triangles of all primitives. */
  readonly shape: JoinedShape;
  readonly net: ReadonlyMap<number, GraphEdge>;
  readonly bends: ReadonlyMap<number, EdgeCurve>;
  readonly diagonal: number;
}

/** A primitive of a refined mesh. */
export interface RefinedPrimitive {
  readonly primitive: Primitive;
  readonly indices: Uint32Array;
  /** Index of its first vertex in the joined shape. */
  readonly first: number;
}

/** Cells of the welding grid along a mesh's diagonal. */
const WELD_CELLS = 2 ** 20;

/** Computes the edges of a mesh and their curves; null if it has no triangles. O(triangles). */
export function toRefinedMesh(mesh: Mesh): RefinedMesh | null {
  const primitives: RefinedPrimitive[] = [];
  const flats: FlatPrimitive[] = [];
  let first = 0;
  for (const primitive of mesh.listPrimitives()) {
    const indices = primitive.getAttribute('POSITION') && toTriangleIndices(primitive);
    if (!indices?.length) continue;
    const positions = readFloats(primitive, 'POSITION')!;
    const normals = readFloats(primitive, 'NORMAL') ?? toVertexNormals({ positions, indices });
    primitives.push({ primitive, indices, first });
    flats.push({ positions, normals, indices, uvs: null, colors: null, quads: null, material: null });
    first += positions.length / 3;
  }
  if (primitives.length === 0) return null;

  const positions = new Float32Array(3 * first);
  const normals = new Float32Array(3 * first);
  const indices = new Uint32Array(flats.reduce((sum, flat) => sum + flat.indices.length, 0));
  let corner = 0;
  flats.forEach((flat, i) => {
    const start = primitives[i]!.first;
    positions.set(flat.positions, 3 * start);
    normals.set(flat.normals!, 3 * start);
    for (const vertex of flat.indices) indices[corner++] = start + vertex;
  });
  const diagonal = diagonalOf(positions);
  const { places } = weldPositions({ name: '', primitives: flats }, WELD_CELLS / Math.max(diagonal, 1e-30));
  const shape = { positions, normals, indices, places };
  const net = toEdgeGraph(shape);
  return { primitives, shape, net, bends: curveEdges(shape, net), diagonal };
}

function diagonalOf(positions: Float32Array): number {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3]!, value);
    max[i % 3] = Math.max(max[i % 3]!, value);
  });
  return Math.hypot(...max.map((high, k) => high - min[k]!));
}
