import type { Document } from '@gltf-transform/core';
import { toRefinedMesh, type RefinedMesh } from './refined-mesh.ts';
import { smoothRefinedMesh } from './smooth-refined-mesh.ts';
import { splitRefinedMesh } from './split-refined-mesh.ts';

/** How far a shape is refined. */
export interface ShapeRefinement {
  /** Rounds of splitting; each makes at most four triangles of one. */
  readonly rounds: number;
  /** Edges that bend by less than this share of their object's diagonal stay. */
  readonly tolerance: number;
  /** Most triangles of the whole document. */
  readonly limit: number;
}

/**
 * Splits the edges of a document's meshes that are meant to be curved, in place, lays their middles on the curve that
 * `bendEdges` finds, and evens the result out: what is round becomes rounder; flat faces, creases and borders stay, and
 * vertices that stood on one place still do, so that nothing opens. Where the limit would be passed, the edges that bend
 * most are split. Uvs, colours, skins and shapes go along. 8 600 triangles to 16 000: 0.6 s.
 */
export function refineShape(document: Document, { rounds, tolerance, limit }: ShapeRefinement): void {
  for (let round = 0; round < rounds; round++) {
    const pieces = toPieces(document);
    const least = findLeast(pieces, tolerance, limit);
    const isChanged = pieces.map((piece) => splitRefinedMesh(piece, least * piece.diagonal)).includes(true);
    if (!isChanged) return;
  }
  for (const piece of toPieces(document)) smoothRefinedMesh(piece, tolerance * piece.diagonal);
}

function toPieces(document: Document): RefinedMesh[] {
  return document
    .getRoot()
    .listMeshes()
    .map(toRefinedMesh)
    .filter((piece) => piece !== null);
}

/** The tolerance with which the limit is kept: each edge that is split makes one more triangle of each beside it. */
function findLeast(pieces: readonly RefinedMesh[], tolerance: number, limit: number): number {
  let triangles = pieces.reduce((sum, { shape }) => sum + shape.indices.length / 3, 0);
  const wanted: [bend: number, faces: number][] = [];
  for (const { net, bends, diagonal } of pieces) {
    for (const [key, { faces }] of net) {
      const bend = bends.get(key)!.height / diagonal;
      if (bend > tolerance) wanted.push([bend, faces]);
    }
  }
  wanted.sort((x, y) => y[0] - x[0]);
  for (const [bend, faces] of wanted) {
    triangles += faces;
    if (triangles > limit) return bend;
  }
  return tolerance;
}
