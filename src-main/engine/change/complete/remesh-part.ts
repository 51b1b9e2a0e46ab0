import { MeshoptSimplifier } from 'meshoptimizer';
import type { TriangleMesh } from '../../base/mesh/triangle-mesh.ts';
import type { SourcePatches } from '../../base/primitive/joined-patches.ts';
import { createSurfacePoint, createSurfaceTree } from '../../base/spatial/surface-tree.ts';
import { findOpenEdges } from './open-edges.ts';
import { weldPart } from './weld-part.ts';

/** A remeshed surface, with the nearest source vertex of each vertex. */
export interface Remeshed extends TriangleMesh {
  readonly origins: Uint32Array;
}

/** Voxels along the longest side, in the order in which they are tried. */
const RESOLUTIONS = [96, 160] as const;

/**
 * Remeshes the outer surface as a closed one (meshoptimizer's remesher): parts that cross or touch become one body.
 * Returns null if the result is not closed either, as for a sheet without volume.
 */
export async function remeshPart(mesh: TriangleMesh, source: SourcePatches): Promise<Remeshed | null> {
  await MeshoptSimplifier.ready;
  for (const resolution of RESOLUTIONS) {
    const corners = MeshoptSimplifier.remesh(mesh.indices, mesh.positions, 3, resolution);
    if (corners.length === 0) continue;
    const all = { positions: corners, indices: Uint32Array.from({ length: corners.length / 3 }, (_, i) => i) };
    const remeshed = dropUnused(await weldPart(all));
    const { open, clashes } = findOpenEdges(remeshed);
    if (open.length > 0 || clashes > 0 || remeshed.indices.length === 0) continue;
    return { ...remeshed, origins: findOrigins(remeshed.positions, source) };
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
