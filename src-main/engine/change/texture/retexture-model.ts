import type { Document, Primitive } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { countTriangles, listSurfaces } from '../../base/document/list-surfaces.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { isolateParts } from '../../base/document/isolate-parts.ts';
import { openAnyModel } from '../../files/model/open-model.ts';
import { limitImageSize } from '../../base/image/limit-image-size.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { bakeSet, type PaintedSurface } from './sets/bake-set.ts';
import { toPaintBodies } from './body/paint-body.ts';
import { choosePainter, type TextureSource } from './painters/choose-painter.ts';
import { bakeExistingMaterial } from './sets/bake-existing-material.ts';
import { planTextureSets } from './sets/plan-texture-sets.ts';
import { noteStretchedViews } from './body/note-stretched-views.ts';
import { stripMaterials } from './strip-materials.ts';
import { applyTextureSet } from './sets/apply-texture-set.ts';

/** Options for texturing a model. */
export interface RetextureOptions {
  /** `keep`: bake the existing materials; `none`: remove all textures. */
  readonly source: TextureSource | { readonly kind: 'keep' } | { readonly kind: 'none' };
  /** Maximum edge of the square textures in pixels; they are smaller if the source has less detail. */
  readonly size: number;
  /** Creates normal, roughness and metalness maps as well. */
  readonly isPbr: boolean;
  /** Removes lighting from the images or, with `keep`, from the existing colours. */
  readonly isDelighted: boolean;
  /** Keeps the aspect ratio of images instead of stretching them to the model's bounding box. */
  readonly keepsAspect: boolean;
  /** Creates one texture set for all materials. */
  readonly isOneSet: boolean;
  /** Names of the parts to texture; empty: all. */
  readonly partNames: readonly string[];
}

/** A textured model. */
export interface RetextureResult {
  readonly document: Document;
  /** Edge of the textures in pixels; 0 if there are none. */
  readonly textureSize: number;
  readonly notes: readonly Note[];
}

/** Larger models would take minutes and gigabytes. */
const MAX_TRIANGLES = 500_000;
/** Maximum edge of textures baked from existing materials, in pixels: five of them are in memory at once. */
const MAX_KEPT_SIZE = 2048;

/**
 * Replaces the textures of a model in any importable format. Geometry, names, skins, morph targets and clips are kept,
 * as are UVs in which no triangles overlap. Images are projected onto the rest pose, with the front at +Z. The result
 * is deterministic.
 *
 * Throws `ModelError`, `OperationError`, `ImageError` and `TexturePromptError`. Four images, 1024² with PBR maps, on
 * one core: 1.6 s for 600 triangles with usable UVs, 4 s for 15 000 that need new ones.
 */
export async function retextureModel(
  bytes: Uint8Array,
  options: RetextureOptions,
  report: ReportProgress,
): Promise<RetextureResult> {
  const { source, isPbr, partNames } = options;
  report(0, 'read');
  const { document, notes: readNotes } = await openAnyModel(bytes, source.kind === 'keep' ? 'bake' : 'texture');
  const triangles = countTriangles(document);
  if (triangles > MAX_TRIANGLES) {
    throw new ModelError('too_large', engineMessage('model-limit.texture', { count: triangles, limit: MAX_TRIANGLES }));
  }
  const notes = [...readNotes];
  const showOtherParts = isolateParts(document, partNames);
  let textureSize = 0;
  if (source.kind === 'none') {
    stripMaterials(document);
    notes.push(engineMessage('texture.off'));
    showOtherParts();
  } else {
    report(0.05, 'look');
    const imageOptions = { keepsAspect: options.keepsAspect, isDelighted: options.isDelighted, maxEdge: options.size };
    const choice = source.kind === 'keep' ? null : await choosePainter(source, imageOptions);
    notes.push(...(choice?.notes ?? []));
    const size = choice ? limitImageSize(options.size, choice.detail) : Math.min(MAX_KEPT_SIZE, options.size);
    textureSize = size;
    report(0.2, 'unwrap');
    if (hasEffects(document)) notes.push(engineMessage('texture.effects'));
    const { sets, note: uvNote } = await planTextureSets(document, { isOneSet: options.isOneSet, size });
    const targets = new Set(sets.flatMap(({ surfaces }) => surfaces.map(({ primitive }) => primitive)));
    // Occlusion and bounding box are those of the whole model, not only of the painted parts.
    showOtherParts();
    const painted = new Map<Primitive, PaintedSurface>();
    const bodies = choice ? toPaintBodies(document) : [];
    if (choice && bodies[0] && !options.keepsAspect) notes.push(...noteStretchedViews(choice.views, bodies[0].size));
    for (const body of bodies) {
      const own = body.surfaces.filter(({ primitive }) => targets.has(primitive));
      if (own.length === 0) continue;
      const painter = await choice!.createPainter(body);
      for (const surface of own) painted.set(surface.primitive, { surface, painter });
    }
    for (const [i, set] of sets.entries()) {
      report(0.35 + (0.5 * i) / sets.length, 'bake');
      if (!choice) await bakeExistingMaterial(document, set, { size, isPbr, isDelighted: options.isDelighted });
      else await applyTextureSet(document, set, await bakeSet(set, painted, size), { isPbr, finish: choice.finish });
    }
    if (!choice) notes.push(engineMessage('texture.own-colors'));
    else if (isPbr && !choice.finish) notes.push(engineMessage('texture.relief-estimated'));
    if (uvNote) notes.push(uvNote);
  }
  report(0.88, 'finish');
  await document.transform(prune({ keepLeaves: true, keepAttributes: true, keepSolidTextures: true }));
  return { document, textureSize, notes };
}

function hasEffects(document: Document): boolean {
  return listSurfaces(document).some(({ primitive }) => (primitive.getMaterial()?.listExtensions().length ?? 0) > 0);
}
