import type { Document } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import { keepHalf, mirrorHalf } from './force-symmetry.ts';
import { simplifySurfaces } from '../../base/primitive/simplify-surfaces.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { packUv, type PackUvOptions } from '../../base/uv/pack-uv.ts';
import { splitToQuads } from '../../base/primitive/split-to-quads.ts';
import { pairQuads } from '../../base/primitive/pair-quads.ts';

/** What `convertShape` does to the triangles. */
export interface ShapeOptions {
  readonly forceSymmetry: boolean;
  readonly faceLimit: number | null;
  /** Null: uvs stay. */
  readonly atlas: PackUvOptions | null;
  readonly quad: boolean;
  /** Whether faces are split into quads where too few triangles pair. */
  readonly splits: boolean;
}

/** What became of the triangles. */
export interface ConvertedShape {
  readonly document: Document;
  /** Too few triangles paired, so every face was split into quads. */
  readonly isSplit: boolean;
}

/** How often the target is lowered before the triangles themselves are held to the limit, which always fits. */
const ATTEMPTS = 6;

/** Share of the faces that are quads where quads are asked for. */
const MIN_QUADS = 0.95;

/** Most quads that faces are split into; a larger model stays as well paired as it is. */
const MAX_SPLIT = 1_000_000;

/**
 * The model mirrored, reduced, laid out in an atlas and paired to quads, in this order, as far as asked for; the
 * document given is changed or replaced by the answer. Where less than 95 % of the faces become quads by pairing, each
 * face is split at its centre into three or four if wished, which leaves the shape as it is.
 *
 * The limit counts polygons with `quad`, else triangles. How well triangles pair is known only afterwards, so the
 * number of triangles is lowered until the polygons fit; a limit too small for splitting is kept by pairing alone. With
 * symmetry the +x half is reduced before it is mirrored.
 */
export async function convertShape(document: Document, options: ShapeOptions): Promise<ConvertedShape> {
  const plane = options.forceSymmetry ? keepHalf(document) : null;
  const { faceLimit, quad } = options;
  if (faceLimit === null) {
    const { isSplit } = await finishShape(document, plane, options, MAX_SPLIT);
    return { document, isSplit };
  }

  const sides = plane === null ? 1 : 2;
  const all = countTriangles(document) * sides;
  let target = quad ? Math.min(all, faceLimit * 2) : faceLimit;
  for (let attempt = 1; ; attempt++) {
    const candidate = cloneDocument(document);
    await simplifySurfaces(candidate, Math.floor(target / sides), quad);
    const mostSplit = attempt <= ATTEMPTS ? faceLimit : 0;
    const { polygons, isSplit } = await finishShape(candidate, plane, options, mostSplit);
    if (polygons <= faceLimit) return { document: candidate, isSplit };
    const next = Math.floor(target * (faceLimit / polygons) * 0.99);
    target = attempt < ATTEMPTS ? next : faceLimit;
  }
}

/**
 * Answers the number of polygons; with `mostSplit` 0 never more than the triangles, so that a target of the limit ends
 * the search. Polygons that would be split into more than `mostSplit` quads are counted as if they were, and stay.
 */
async function finishShape(
  document: Document,
  plane: number | null,
  options: ShapeOptions,
  mostSplit: number,
): Promise<{ readonly polygons: number; readonly isSplit: boolean }> {
  if (plane !== null) mirrorHalf(document, plane);
  if (options.atlas) await packUv(document, options.atlas);
  const triangles = countTriangles(document);
  if (!options.quad) return { polygons: triangles, isSplit: false };
  const polygons = pairQuads(document);
  const quads = triangles - polygons;
  if (!options.splits || mostSplit === 0 || quads >= MIN_QUADS * polygons) return { polygons, isSplit: false };
  const split = 4 * quads + 3 * (polygons - quads);
  if (split <= mostSplit) return { polygons: splitToQuads(document), isSplit: true };
  return { polygons: options.faceLimit === null ? polygons : split, isSplit: false };
}
