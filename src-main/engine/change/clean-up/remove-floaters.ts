import type { Document } from '@gltf-transform/core';
import { dropEmpty } from '../../base/document/drop-empty.ts';
import { doubleArea } from '../../base/mesh/triangle-mesh.ts';
import { extractFaces } from '../../base/primitive/extract-faces.ts';
import { joinSurfaces } from './joined-surfaces.ts';

/** Vertices this close belong to one piece, as a share of the bounding box's diagonal. */
const TOUCHING = 1e-6;

/** What `removeFloaters` did. */
export interface FloaterCounts {
  readonly pieces: number;
  readonly triangles: number;
}

/**
 * Removes the pieces of a document whose area is less than `share` of the largest piece's area, in place. A piece is
 * what triangles connect by shared places, whatever their material; area, unlike volume, is defined for open pieces, too.
 * The largest piece always stays. Nodes must have no transforms (`bakeTransforms`). Near linear: union-find.
 */
export function removeFloaters(document: Document, share: number): FloaterCounts {
  const { surfaces, positions, firsts, places } = joinSurfaces(document, TOUCHING);
  if (!places) return { pieces: 0, triangles: 0 };
  const parents = Uint32Array.from(places);
  for (const [i, { indices }] of surfaces.entries()) {
    for (let at = 0; at < indices.length; at += 3) {
      const corner = firsts[i]! + indices[at]!;
      unite(parents, corner, firsts[i]! + indices[at + 1]!);
      unite(parents, corner, firsts[i]! + indices[at + 2]!);
    }
  }
  const areas = new Map<number, number>();
  for (const [i, { indices }] of surfaces.entries()) {
    const own = positions.subarray(firsts[i]! * 3);
    for (let at = 0; at < indices.length; at += 3) {
      const piece = findPiece(parents, firsts[i]! + indices[at]!);
      areas.set(piece, (areas.get(piece) ?? 0) + doubleArea(own, indices, at));
    }
  }
  const largest = [...areas.values()].reduce((most, area) => Math.max(most, area), 0);
  const floaters = new Set([...areas].filter(([, area]) => area < share * largest).map(([piece]) => piece));
  if (floaters.size === 0) return { pieces: 0, triangles: 0 };

  let triangles = 0;
  for (const [i, { mesh, primitive, indices }] of surfaces.entries()) {
    const kept: number[] = [];
    for (let at = 0; at < indices.length; at += 3) {
      if (floaters.has(findPiece(parents, firsts[i]! + indices[at]!))) triangles++;
      else kept.push(indices[at]!, indices[at + 1]!, indices[at + 2]!);
    }
    // Taken out and added again, so that the others keep their order.
    mesh.removePrimitive(primitive);
    if (kept.length > 0) mesh.addPrimitive(kept.length === indices.length ? primitive : extractFaces(primitive, kept));
  }
  for (const mesh of document.getRoot().listMeshes()) dropEmpty(mesh);
  return { pieces: floaters.size, triangles };
}

/** Joins two pieces; the smaller number stands for both. */
function unite(parents: Uint32Array, one: number, other: number): void {
  const [a, b] = [findPiece(parents, one), findPiece(parents, other)];
  if (a !== b) parents[Math.max(a, b)] = Math.min(a, b);
}

/** The vertex that stands for a vertex's piece; halves the path to it. */
function findPiece(parents: Uint32Array, vertex: number): number {
  let at = vertex;
  while (parents[at] !== at) {
    parents[at] = parents[parents[at]!]!;
    at = parents[at]!;
  }
  return at;
}
