import { MeshoptSimplifier } from 'meshoptimizer';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import type { SourcePatches } from '../../base/primitive/joined-patches.ts';
import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import { findOpenEdges } from './open-edges.ts';
import { weldPart } from './weld-part.ts';

/** A surface made anew, and per vertex the nearest vertex of what it was made of. */
export interface Remeshed extends TriangleMesh {
  readonly origins: Uint32Array;
}

/** Cubes along the longest side, in the order in which they are tried. */
const RESOLUTIONS = [96, 160] as const;

/**
 * The outside of a surface made anew as a closed one (meshoptimizer's remesher): what crosses or touches itself becomes
 * one body. Null when the result is not closed either, as for a sheet without a volume.
 */
export async function remeshPart(mesh: TriangleMesh, source: SourcePatches): Promise<Remeshed | null> {
  await MeshoptSimplifier.ready;
  for (const resolution of RESOLUTIONS) {
    const corners = MeshoptSimplifier.remesh(mesh.indices, mesh.positions, 3, resolution);
    if (corners.length === 0) continue;
    const all = { positions: corners, indices: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i) };
    const made = dropUnused(await weldPart(all));
    const { open, clashes } = findOpenEdges(made);
    if (open.length > 0 || clashes > 0 || made.indices.length === 0) continue;
    return { ...made, origins: findOrigins(made.positions, source) };
  }
  return null;
}

function dropUnused({ positions, indices }: TriangleMesh): TriangleMesh {
  const used = [...new Set(indices)];
  const places = new Map(used.map((vertex, place) => [vertex, place]));
  return {
    positions: Float32Array.from(used.flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)])),
    indices: indices.map((vertex) => places.get(vertex)!),
  };
}

function findOrigins(positions: Float32Array, source: SourcePatches): Uint32Array {
  const tree = createSurfaceTree(source);
  const hit = createSurfacePoint();
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    tree.nearest(positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!, hit);
    const corner = hit.a >= hit.b && hit.a >= hit.c ? 0 : hit.b >= hit.c ? 1 : 2;
    return source.indices[Math.max(0, hit.triangle) * 3 + corner]!;
  });
}
