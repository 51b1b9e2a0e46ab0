import type { Document } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import { keepHalf, mirrorHalf } from './force-symmetry.ts';
import { limitFaces } from '../limit-faces.ts';
import { countTriangles } from '../list-surfaces.ts';
import { packUv, type PackUvOptions } from '../pack-uv.ts';
import { pairQuads } from '../pair-quads.ts';

/** What `convertShape` does to the triangles. */
export interface ShapeOptions {
  readonly forceSymmetry: boolean;
  readonly faceLimit: number | null;
  /** Null: uvs stay. */
  readonly atlas: PackUvOptions | null;
  readonly quad: boolean;
}

/** How often the target is lowered before the triangles themselves are held to the limit, which always fits. */
const ATTEMPTS = 6;

/**
 * The model mirrored, reduced, laid out in an atlas and paired to quads, in this order, as far as asked for; the
 * document given is changed or replaced by the answer.
 *
 * The limit counts polygons with `quad`, else triangles. How well triangles pair is known only afterwards, so the
 * number of triangles is lowered until the polygons fit. With symmetry the +x half is reduced before it is mirrored.
 */
export async function convertShape(document: Document, options: ShapeOptions): Promise<Document> {
  const plane = options.forceSymmetry ? keepHalf(document) : null;
  const { faceLimit, quad } = options;
  if (faceLimit === null) {
    await finishShape(document, plane, options);
    return document;
  }

  const sides = plane === null ? 1 : 2;
  const all = countTriangles(document) * sides;
  let target = quad ? Math.min(all, faceLimit * 2) : faceLimit;
  for (let attempt = 1; ; attempt++) {
    const candidate = cloneDocument(document);
    await limitFaces(candidate, Math.floor(target / sides));
    const polygons = await finishShape(candidate, plane, options);
    if (polygons <= faceLimit) return candidate;
    const next = Math.floor(target * (faceLimit / polygons) * 0.99);
    target = attempt < ATTEMPTS ? Math.max(next, faceLimit) : faceLimit;
  }
}

/** Answers the number of polygons: never more than the triangles, so a target of the limit ends the search. */
async function finishShape(document: Document, plane: number | null, options: ShapeOptions): Promise<number> {
  if (plane !== null) mirrorHalf(document, plane);
  if (options.atlas) await packUv(document, options.atlas);
  return options.quad ? pairQuads(document) : countTriangles(document);
}
