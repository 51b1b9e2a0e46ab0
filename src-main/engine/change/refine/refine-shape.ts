import type { Document } from '@gltf-transform/core';
import { toRefinedMesh, type RefinedMesh } from './refined-mesh.ts';
import { smoothRefinedMesh } from './smooth-refined-mesh.ts';
import { splitRefinedMesh } from './split-refined-mesh.ts';

/** Limits of a refinement. */
export interface ShapeRefinement {
  /** Rounds of subdivision; each splits a triangle into at most four. */
  readonly rounds: number;
  /** Edges whose curve deviates by less than this share of their object's diagonal stay. */
  readonly tolerance: number;
  /** Maximum number of triangles of the whole document. */
  readonly limit: number;
}

/**
 * Splits the curved edges of a document's meshes, in place, moves their midpoints to the curve that `curveEdges`
 * computes, and relaxes the result: round shapes become rounder; flat faces, creases and borders stay, and coincident
 * vertices stay coincident, so that no gaps open. If the limit would be exceeded, the edges with the largest deviation
 * are split. Uvs, colours, skins and morph targets are interpolated. 8 600 triangles to 16 000: 0.6 s.
 */
export function refineShape(document: Document, { rounds, tolerance, limit }: ShapeRefinement): void {
  for (let round = 0; round < rounds; round++) {
    const pieces = toPieces(document);
    const minDeviation = findMinDeviation(pieces, tolerance, limit);
    const isChanged = pieces.map((piece) => splitRefinedMesh(piece, minDeviation * piece.diagonal)).includes(true);
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

/** Returns the tolerance that meets the limit: each split edge adds one triangle per adjacent triangle. */
function findMinDeviation(pieces: readonly RefinedMesh[], tolerance: number, limit: number): number {
  let triangles = pieces.reduce((sum, { shape }) => sum + shape.indices.length / 3, 0);
  const curvedEdges: [bend: number, faces: number][] = [];
  for (const { net, bends, diagonal } of pieces) {
    for (const [key, { faces }] of net) {
      const bend = bends.get(key)!.height / diagonal;
      if (bend > tolerance) curvedEdges.push([bend, faces]);
    }
  }
  curvedEdges.sort((x, y) => y[0] - x[0]);
  for (const [bend, faces] of curvedEdges) {
    triangles += faces;
    if (triangles > limit) return bend;
  }
  return tolerance;
}
