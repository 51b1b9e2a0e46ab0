import type { Document } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import { keepHalf, mirrorHalf } from './force-symmetry.ts';
import { simplifySurfaces } from '../../base/primitive/simplify-surfaces.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { packUv, type PackUvOptions } from '../../base/uv/pack-uv.ts';
import { splitToQuads } from '../../base/primitive/split-to-quads.ts';
import { pairQuads } from '../../base/primitive/pair-quads.ts';

/** Options of `convertShape`. */
export interface ShapeOptions {
  readonly forceSymmetry: boolean;
  readonly faceLimit: number | null;
  /** Null: uvs stay as they are. */
  readonly atlas: PackUvOptions | null;
  readonly quad: boolean;
  /** Splits faces into quads if too few triangles pair. */
  readonly splits: boolean;
}

/** Result of `convertShape`. */
export interface ConvertedShape {
  readonly document: Document;
  /** True if every face was split into quads because too few triangles paired. */
  readonly isSplit: boolean;
}

/** Attempts with lowered targets before the triangles themselves are limited, which always fits. */
const ATTEMPTS = 6;

/** Minimum share of quads if quads are requested. */
const MIN_QUADS = 0.95;

/** Maximum number of quads from splitting; a larger model keeps its pairing. */
const MAX_SPLIT = 1_000_000;

/**
 * Mirrors, decimates, unwraps or packs, and pairs a model into quads, in this order, as the options say; the given
 * document is changed or replaced by the result. If pairing turns less than 95 % of the faces into quads, each face can
 * be split at its centre into three or four, which preserves the shape.
 *
 * The limit counts polygons with `quad`, else triangles. The pairing rate is known only afterwards, so the number of
 * triangles is lowered until the polygons fit; a limit too small for splitting is met by pairing alone. With symmetry,
 * the +x half is decimated before it is mirrored.
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
 * Returns the number of polygons; with `mostSplit` 0 never more than the triangles, so that a target equal to the limit
 * ends the search. Polygons that would split into more than `mostSplit` quads are counted as if split, but stay whole.
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
