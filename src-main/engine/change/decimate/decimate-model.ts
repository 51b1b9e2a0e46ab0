import type { Document } from '@gltf-transform/core';
import { cloneDocument, prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import { simplifySurfaces } from '../../base/primitive/simplify-surfaces.ts';
import { packUv } from '../../base/uv/pack-uv.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { pairSurfaces } from '../bake/pair-surfaces.ts';
import { transferTextures } from '../bake/transfer-textures.ts';
import { chooseTextureSize } from '../bake/choose-texture-size.ts';
import { isolateParts } from '../../base/document/isolate-parts.ts';
import type { ModelWork } from '../../files/import/memory-budget.ts';
import { openModel } from '../../files/model/open-model.ts';
import { estimateFaceCount } from '../../base/primitive/estimate-face-count.ts';
import { dropUvs } from './drop-uvs.ts';
import { splitToQuadsOnSurface } from '../../base/primitive/split-to-quads-on-surface.ts';

/** Options of `decimateModel` (service interface, 4.4, `/v3/mesh/decimate`). */
export interface DecimateOptions {
  /** Number of faces of the named parts together, quads with `quad`; null: as many as the shape needs. */
  readonly faceLimit: number | null;
  /** Minimum and maximum number of faces if `faceLimit` is null. */
  readonly window: readonly [min: number, max: number];
  readonly quad: boolean;
  /** Names of the parts to decimate; empty: all. */
  readonly partNames: readonly string[];
  /** Unwraps the model again and bakes its original appearance. False: uvs and textures stay. */
  readonly bake: boolean;
  /** With `bake`: vertex colours become part of the base colour texture. False or absent: they stay. */
  readonly vertexColors?: boolean;
  /** Edge in texels of the largest baked textures; absent: `MAX_BAKED_SIZE`. */
  readonly largestTexture?: number;
}

/** A decimated model. */
export interface DecimateResult {
  readonly document: Document;
  /** Number of faces of the decimated parts. */
  readonly faces: number;
  readonly notes: readonly Note[];
}

/** Average number of quads per triangle of the coarse mesh: 2 if all of them pair, 3 if none does. */
const QUADS_PER_TRIANGLE = 2.2;
const ATTEMPTS = 6;
/** Tolerance for the number of quads; the interface defines none, Dropforge promises 5 %. */
const NEAR = 0.03;

/**
 * Reduces the faces of a GLB: triangles by edge collapse that preserves normals and uvs, or quads only (see
 * `layQuads`), which the GLB stores as two triangles each, marked by `ngonEncoding`. Skin, morph targets and clips are
 * kept.
 *
 * Throws `ModelError` for a file that cannot be read, `OperationError` for an unknown part or nothing to reduce.
 * 500 000 → 50 000 triangles: about 0.7 s; baking four textures of 2048²: 5 s more.
 */
export async function decimateModel(
  glb: Uint8Array,
  options: DecimateOptions,
  report: ReportProgress,
): Promise<DecimateResult> {
  const source = await openModel(glb, workOf(options));
  report(0.1, 'reduce');
  const { document, show, before, limit, size } = await reduce(source, options);
  report(0.5, 'bake');
  if (options.bake) {
    // A clone lists its nodes in the order of the original.
    const pairs = pairSurfaces(document, source);
    const toBake = (share: number, stage: string): void => report(0.5 + 0.4 * share, stage);
    await transferTextures(document, pairs, size, toBake, { vertexColors: options.vertexColors ?? false });
  }
  const faces = countTriangles(document) / (options.quad ? 2 : 1);
  show();
  // Finding single-colour textures decodes all of them, which is worth it only for freshly baked ones.
  const keeps = { keepAttributes: true, keepLeaves: true, keepExtras: true, keepSolidTextures: !options.bake };
  await document.transform(prune(keeps));
  const isCoarse = before <= limit && !options.quad;
  return { document, faces, notes: isCoarse ? [engineMessage('mesh.shape-kept', { count: before })] : [] };
}

function workOf({ quad, bake }: DecimateOptions): ModelWork {
  if (quad) return 'quads';
  return bake ? 'bake' : 'reshape';
}

interface Reduced {
  readonly document: Document;
  /** Shows the other parts again. */
  readonly show: () => void;
  readonly before: number;
  readonly limit: number;
  /** Edge of the atlas in texels; 0 if there is none. */
  readonly size: number;
}

async function reduce(
  source: Document,
  { faceLimit, window, quad, partNames, bake, largestTexture }: DecimateOptions,
): Promise<Reduced> {
  const unfocus = isolateParts(source, partNames);
  const before = countTriangles(source);
  const size = bake ? chooseTextureSize(source, largestTexture) : 0;
  const [min, max] = window;
  const needed = faceLimit ?? Math.round((await estimateFaceCount(source)) / (quad ? 2 : 1));
  const limit = faceLimit ?? Math.min(max, Math.max(min, needed));
  unfocus();

  let triangles = quad ? Math.max(4, Math.round(limit / QUADS_PER_TRIANGLE)) : limit;
  let best = { triangles, distance: Infinity };
  for (let attempt = 1; ; attempt++) {
    // Without a bake and quads, the original is not needed again.
    const document = bake || quad ? cloneDocument(source) : source;
    const show = isolateParts(document, partNames);
    if (bake) await dropUvs(document);
    await simplifySurfaces(document, triangles, quad);
    const reached = countTriangles(document);
    if (bake) await packUv(document, { keepCharts: false, size });
    const result = { document, show, before, limit, size };
    if (!quad) return result;
    const quads = splitToQuadsOnSurface(document, source);
    const distance = Math.abs(quads / limit - 1);
    const isNear = distance <= NEAR || (quads < limit && reached === before);
    if (isNear || attempt > ATTEMPTS) return result;
    if (distance < best.distance) best = { triangles, distance };
    if (attempt < ATTEMPTS) triangles = Math.max(4, Math.round((triangles * limit) / quads));
    else if (triangles === best.triangles) return result;
    else ({ triangles } = best);
  }
}
