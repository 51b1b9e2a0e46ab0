import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { convertedFormat } from '../../../../src-shared/formats/formats.ts';
import { OperationError } from '../../base/errors/operation-error.ts';
import { noteLostMotion } from './note-lost-motion.ts';
import { checkConvertOptions, type ConvertOptions } from './convert-options.ts';
import { convertTextures } from './convert-textures.ts';
import { writeConverted, type ConvertExtension } from './write-converted.ts';
import { bakeTransforms } from '../../base/document/bake-transforms.ts';
import { isAnimated } from '../../base/document/is-animated.ts';
import { keepParts } from '../../base/document/keep-parts.ts';
import { countTriangles } from '../../base/document/list-surfaces.ts';
import type { ModelWork } from '../../files/import/memory-budget.ts';
import { readAnyModel } from '../../files/model/read-any-model.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { unshareMeshes } from '../../base/document/unshare-meshes.ts';
import { readTextureSize } from '../../base/document/texture-size.ts';

/** A converted model. */
export interface ConvertResult {
  readonly bytes: Uint8Array;
  /** File extension; GLTF and OBJ are zipped with their textures. */
  readonly extension: ConvertExtension;
  /** The written scene, for rendering previews. */
  readonly document: Document;
  /** Notes about options that could not be met and about losses. */
  readonly notes: Note[];
  /** Number of triangles in the result; a quad counts as two. */
  readonly triangles: number;
}

const DEFAULT_ATLAS_SIZE = 1024;
const LARGEST_ATLAS_SIZE = 4096;

/**
 * Converts a model to another format, changing parts, shape, uvs, textures and placement as the options say (service
 * interface, 4.4, `/v3/models/convert`). Does not change its arguments.
 *
 * Throws `OperationError` for an option that cannot be met, `ModelError` for a model that cannot be read or written.
 * Without options, the model is exactly the one in the file; the order of the stages is that of the code below.
 *
 * Skeletons, morph targets and clips are kept through changes of size, orientation, pivot, parts, face count, quads,
 * uvs, vertex colours and textures. `flattenBottom` and `forceSymmetry` create vertices without skinning data, so they
 * freeze the model in its current node pose. A note reports every loss, here or because the format does not support it
 * (see `noteLostMotion`).
 */
export async function convertModel(
  model: Uint8Array,
  options: ConvertOptions,
  report: ReportProgress,
): Promise<ConvertResult> {
  checkConvertOptions(options);
  report(0, 'read');
  const source = await readAnyModel(model, workOf(options));
  let { document } = source;
  const notes = [...source.notes];
  keepParts(document, options.partNames);
  if (countTriangles(document) === 0)
    throw new OperationError('empty-model', engineMessage('model-error.no-triangles'));

  report(0.1, 'shape');
  document = await changeShape(document, options, notes);
  if (countTriangles(document) === 0) {
    throw new OperationError('empty-model', engineMessage('model-error.nothing-left'));
  }
  notes.push(...(await changeClips(document, options)));
  await place(document, options);
  notes.push(...noteLostMotion(document, options.format));

  report(0.6, 'textures');
  await changeColors(document, options, notes);
  await dropUnused(document, options);
  notes.push(...(await convertTextures(document, options)));

  report(0.85, 'write');
  const triangles = countTriangles(document);
  const written = await writeConverted(document, options);
  report(1, 'write');
  return { ...written, document, notes, triangles };
}

function workOf(options: ConvertOptions): ModelWork {
  if (options.quad) return 'quads';
  if (options.bake || options.packUv) return 'bake';
  return changesShape(options) ? 'reshape' : `convert to ${options.format}`;
}

function changesShape({ flattenBottom, forceSymmetry, faceLimit, quad, bake, packUv }: ConvertOptions): boolean {
  return flattenBottom || forceSymmetry || faceLimit !== null || quad || bake || packUv;
}

// Modules that a plain conversion does not need are loaded only if an option needs them.

const SPLIT = engineMessage('convert.quads-split');

async function changeShape(document: Document, options: ConvertOptions, notes: Note[]): Promise<Document> {
  const { flattenBottom: cutsBottom, forceSymmetry, faceLimit, quad } = options;
  const needsAtlas = options.bake || options.packUv;
  if (!changesShape(options)) return document;

  const { dequantize } = await import('@gltf-transform/functions');
  await document.transform(dequantize());
  if (cutsBottom || forceSymmetry) {
    if (isAnimated(document)) {
      notes.push(engineMessage('convert.rest-pose'));
    }
    bakeTransforms(document);
  } else {
    unshareMeshes(document);
  }
  if (cutsBottom) {
    const { flattenBottom } = await import('./flatten-bottom.ts');
    flattenBottom(document, options.flattenBottomThreshold);
  }

  const size = atlasSize(document, options.textureSize);
  // The interface does not define the combination of both; here: new charts, which are packed anyway.
  const atlas = needsAtlas ? { keepCharts: !options.bake, size } : null;
  const splits = convertedFormat(options.format).polygons;
  const { convertShape } = await import('./convert-shape.ts');
  const { document: shaped, isSplit } = await convertShape(document, { forceSymmetry, faceLimit, atlas, quad, splits });
  if (atlas) {
    const { bakeMaterials } = await import('../bake/bake-materials.ts');
    await bakeMaterials(shaped, size);
  }
  if (isSplit) notes.push(SPLIT);
  if (quad && !splits) notes.push(engineMessage('convert.triangles-only', { format: options.format }));
  return shaped;
}

/** Root motion is removed first, so that each clip of the merged clip begins at the model's position. */
async function changeClips(document: Document, options: ConvertOptions): Promise<Note[]> {
  if (!convertedFormat(options.format).animation) return [];
  const notes: Note[] = [];
  if (options.animateInPlace) {
    const { animateInPlace } = await import('./animate-in-place.ts');
    notes.push(...animateInPlace(document));
  }
  if (options.assembleAnimation) {
    const { assembleAnimation } = await import('./assemble-animation.ts');
    notes.push(...assembleAnimation(document));
  }
  return notes;
}

async function place(document: Document, options: ConvertOptions): Promise<void> {
  const { exportOrientation, scaleFactor, pivotToCenterBottom } = options;
  if (exportOrientation === '+x' && scaleFactor === 1 && !pivotToCenterBottom) return;
  const { placeModel } = await import('./place-model.ts');
  placeModel(document, options);
}

/** Removes invisible data that would cost time or space; a still model is written with its surfaces only. */
async function dropUnused(document: Document, options: ConvertOptions): Promise<void> {
  const { format, textureFormat, textureSize } = options;
  if (format !== 'GLTF' && textureFormat === null && textureSize === null && !isAnimated(document)) return;
  const { prune } = await import('@gltf-transform/functions');
  await document.transform(
    prune({ keepAttributes: true, keepLeaves: true, keepExtras: true, keepSolidTextures: true }),
  );
}

/**
 * Returns the edge of a texture with as many texels as all base colour textures together, rounded up to a power of two.
 */
function atlasSize(document: Document, textureSize: number | null): number {
  const textures = new Set(
    document
      .getRoot()
      .listMaterials()
      .map((material) => material.getBaseColorTexture()),
  );
  let texels = 0;
  for (const texture of textures) {
    const [width, height] = (texture && readTextureSize(texture)) ?? [0, 0];
    texels += width * height;
  }
  const edge = texels > 0 ? 2 ** Math.ceil(Math.log2(Math.sqrt(texels))) : DEFAULT_ATLAS_SIZE;
  return Math.min(edge, LARGEST_ATLAS_SIZE, textureSize ?? Infinity);
}

async function changeColors(document: Document, options: ConvertOptions, notes: Note[]): Promise<void> {
  const { format, exportVertexColors } = options;
  if (!exportVertexColors) return;
  if (!convertedFormat(format).vertexColors) {
    notes.push(engineMessage('convert.vertex-colors-format', { format }));
    return;
  }
  const { bakeVertexColors } = await import('../bake/bake-vertex-colors.ts');
  const baked = await bakeVertexColors(document);
  // glTF multiplies vertex colours and base colour, so only one of them may hold the baked colour.
  if (baked.size === 0 || format === 'OBJ') return;
  for (const material of baked) material.setBaseColorTexture(null).setBaseColorFactor([1, 1, 1, 1]);
  notes.push(engineMessage('convert.vertex-colors-baked'));
}
