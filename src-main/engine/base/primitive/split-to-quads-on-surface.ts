import type { Document } from '@gltf-transform/core';
import { listSurfaces } from '../document/list-surfaces.ts';
import { pairQuads } from './pair-quads.ts';
import { joinPatches } from './joined-patches.ts';
import { createSurfaceTree, type SurfaceTree } from '../spatial/surface-tree.ts';
import type { SourcePatches } from './joined-patches.ts';
import { projectVertices } from './project-vertices.ts';
import { splitToQuads } from './split-to-quads.ts';

/**
 * Converts a document's triangles to quads only, in place: they are paired, every polygon is split at its centre, and
 * all vertices are projected onto the surface of the `source` the document was cloned from. Each triangle yields two to
 * three quads. Returns their number. Meshes with morph targets are split but not projected: their morph targets could
 * not follow.
 */
export function splitToQuadsOnSurface(document: Document, source: Document): number {
  pairQuads(document);
  const quads = splitToQuads(document);
  const originals = source.getRoot().listNodes();
  const places = new Map(
    document
      .getRoot()
      .listNodes()
      .map((node, place) => [node, place]),
  );
  const trees = new Map<number, { patches: SourcePatches; tree: SurfaceTree } | null>();
  for (const { node, primitive } of listSurfaces(document)) {
    if (primitive.listTargets().length > 0) continue;
    const place = places.get(node)!;
    if (!trees.has(place)) {
      const patches = joinPatches(originals[place]!);
      trees.set(place, patches && { patches, tree: createSurfaceTree(patches) });
    }
    const own = trees.get(place);
    if (own) projectVertices(primitive, own.patches, own.tree);
  }
  return quads;
}
