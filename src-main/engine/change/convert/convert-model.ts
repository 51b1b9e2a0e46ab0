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
import { readAnyModel } from '../../files/model/read-any-model.ts';
import type { ReportProgress } from '../../base/errors/report-progress.ts';
import { unshareMeshes } from '../../base/document/unshare-meshes.ts';

/** A converted model. */
export interface ConvertResult {
  readonly bytes: Uint8Array;
  /** Of the file; GLTF and OBJ come as a zip with their textures beside them. */
  readonly extension: ConvertExtension;
  /** What was written, to draw pictures of. */
  readonly document: Document;
  /** Sentences about what was asked for and could not be, or what had to be given up. */
  readonly notes: Note[];
  /** Triangles in the result, a quad counted as two. */
  readonly triangles: number;
}

const DEFAULT_ATLAS_SIZE = 1024;
const LARGEST_ATLAS_SIZE = 4096;

/**
 * Converts a model to another format, changing parts, shape, uvs, textures and place on the way as the options say
 * (service interface, 4.4, `/v3/models/convert`). Pure in its arguments.
 *
 * Throws `OperationError` for an option that cannot be met, `ModelError` for a model that cannot be read or written.
 * Without options the model is exactly the one in the file; the order of the stages is that of the code below.
 *
 * Skeletons, morph targets and clips go along with size, orientation, pivot, parts, fewer faces, quads, new or packed
 * uvs, vertex colours and textures. `flattenBottom` and `forceSymmetry` make new vertices where nothing says how they
 * move: they freeze the model in the pose its nodes stand in. Whatever is lost, here or because the format does not take
 * it (see `noteLostMotion`), is told in a note.
 */
export async function convertModel(
  model: Uint8Array,
  options: ConvertOptions,
  report: ReportProgress,
): Promise<ConvertResult> {
  checkConvertOptions(options);
  report(0, 'read');
  const source = await readAnyModel(model);
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

// What a plain conversion has no use for is loaded when an option asks for it.

const SPLIT = engineMessage('convert.quads-split');

async function changeShape(document: Document, options: ConvertOptions, notes: Note[]): Promise<Document> {
  const { flattenBottom: cutsBottom, forceSymmetry, faceLimit, quad } = options;
  const needsAtlas = options.bake || options.packUv;
  if (!cutsBottom && !forceSymmetry && faceLimit === null && !quad && !needsAtlas) return document;

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
  // The interface leaves both together open; here: new charts, which come packed.
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

/** In place first: then each clip of the whole begins where the model stands. */
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

/** Where more would be written, or worked on, than what is shown: a still model is written by its surfaces alone. */
async function dropUnused(document: Document, options: ConvertOptions): Promise<void> {
  const { format, textureFormat, textureSize } = options;
  if (format !== 'GLTF' && textureFormat === null && textureSize === null && !isAnimated(document)) return;
  const { prune } = await import('@gltf-transform/functions');
  await document.transform(
    prune({ keepAttributes: true, keepLeaves: true, keepExtras: true, keepSolidTextures: true }),
  );
}

/** The edge that has as many texels as all base colour textures together, rounded up to a power of two. */
function atlasSize(document: Document, textureSize: number | null): number {
  const textures = new Set(
    document
      .getRoot()
      .listMaterials()
      .map((material) => material.getBaseColorTexture()),
  );
  let texels = 0;
  for (const texture of textures) {
    const [width, height] = texture?.getSize() ?? [0, 0];
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
  // glTF multiplies vertex colours and base colour: only one of them may show the picture.
  if (baked.size === 0 || format === 'OBJ') return;
  for (const material of baked) material.setBaseColorTexture(null).setBaseColorFactor([1, 1, 1, 1]);
  notes.push(engineMessage('convert.vertex-colors-baked'));
}
