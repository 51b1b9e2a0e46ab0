import type { Document } from '@gltf-transform/core';
import { prune } from '@gltf-transform/functions';
import type { CleanupConfig } from '../../../../src-shared/api/generators/cleanup-config.ts';
import type { GENERATION_FIELDS } from '../../../../src-shared/api/fields/generation-fields.ts';
import type { Values } from '../../../../src-shared/api/fields/field.ts';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { LOW_POLY_LIMIT } from '../../../../src-shared/api/models/generation-models.ts';
import { countTriangles } from '../../../engine/base/document/list-surfaces.ts';
import { ModelError } from '../../../engine/base/errors/model-error.ts';
import { cleanUpShape } from '../../../engine/change/clean-up/clean-up-shape.ts';
import { closeShape } from '../../../engine/change/clean-up/close-shape.ts';
import {
  addMattMaterial,
  chooseColorSize,
  hasUvs,
  hasVertexColors,
  textureShape,
} from '../../../engine/change/clean-up/texture-shape.ts';
import { decimateModel } from '../../../engine/change/decimate/decimate-model.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { DEFAULT_FACE_LIMIT } from '../../../engine/make/one-view/image-to-model.ts';
import { needsReshaping, reshapeModel } from '../generate/reshape-model.ts';
import { findTextureSize } from '../texture-sizes.ts';

type FinishValues = Values<typeof GENERATION_FIELDS>;

/** A changed result of a generator. */
interface Changed {
  readonly document: Document;
  readonly notes: readonly Note[];
  /** True if it is the model of the file. */
  readonly isUnchanged: boolean;
}

/** Colors and normals of the result are baked onto fewer faces, with new UVs. */
interface Faces extends Changed {
  readonly isBaked: boolean;
}

const silent = (): void => undefined;

/**
 * Changes the result of a generator as its request and `cleanup` (null: off) say: the shape is cleaned up, its faces are
 * reduced, it is unwrapped and textured, and closed. Throws ModelError and OperationError.
 */
export async function changeResult(
  document: Document,
  values: FinishValues,
  cleanup: CleanupConfig | null,
): Promise<Changed> {
  const isBare = values.texture === false && findTextureSize(document) > 0;
  if (isBare) await removeTextures(document);
  const shape = cleanup && (await cleanUpShape(document, cleanup));
  if (!shape || shape.isSkipped) {
    const faces = await changeFaces(document, values, false);
    return { ...faces, notes: [...(shape?.notes ?? []), ...faces.notes], isUnchanged: faces.isUnchanged && !isBare };
  }
  // Baking needs new UVs, and without a texture there is nothing to bake.
  const bakes = cleanup.bake && cleanup.unwrap !== 'never' && values.texture !== false;
  if (bakes) addMattMaterial(document);
  const faces = await changeFaces(document, values, bakes);
  const surface = await changeSurface(faces, values, cleanup);
  return {
    document: surface.document,
    notes: [...shape.notes, ...faces.notes, ...surface.notes],
    isUnchanged: !isBare && !shape.isChanged && faces.isUnchanged && surface.isUnchanged,
  };
}

/** Changes the faces as the request says. */
async function changeFaces(document: Document, values: FinishValues, bakes: boolean): Promise<Faces> {
  if (needsReshaping(values)) {
    const textureSize = bakes ? chooseColorSize(document) : findTextureSize(document);
    const options = { textureSize, usualQuads: DEFAULT_FACE_LIMIT / 2, vertexColors: bakes };
    const isRemeshed = values.quad === true || values.smart_low_poly === true;
    const reshaped = await reshapeModel(await toGlb(document), values, options);
    return { ...reshaped, isUnchanged: false, isBaked: isRemeshed && textureSize > 0 };
  }
  const { face_limit: faceLimit } = values;
  const before = countTriangles(document);
  if (faceLimit === undefined || before <= faceLimit) {
    return { document, notes: [], isUnchanged: true, isBaked: false };
  }
  const glb = await toGlb(document);
  const reduce = async (bake: boolean): Promise<Faces> => {
    const sizes = bake ? { largestTexture: chooseColorSize(document), vertexColors: true } : {};
    const options = { faceLimit, window: LOW_POLY_LIMIT.triangles, quad: false, partNames: [], bake, ...sizes };
    const { document: reduced, notes } = await decimateModel(glb, options, silent);
    const counts = { before, count: countTriangles(reduced) };
    const note = bake ? [engineMessage('clean-up.baked', counts)] : [];
    return { document: reduced, notes: [...notes, ...note], isUnchanged: false, isBaked: bake };
  };
  if (!bakes) return reduce(false);
  return reduce(true).catch((error: unknown) => {
    // Baking decodes all textures; without it, UVs and textures are kept.
    if (error instanceof ModelError && error.code === 'too_large') return reduce(false);
    throw error;
  });
}

/** Unwraps, textures and closes a model as the clean-up says. */
async function changeSurface(
  { document, isBaked }: Faces,
  { texture, quad, face_limit: faceLimit }: FinishValues,
  { bake, unwrap, watertight }: CleanupConfig,
): Promise<Changed> {
  const notes: Note[] = [];
  const isPainted = hasVertexColors(document);
  const isMissing = texture !== false && (!hasUvs(document) || (isPainted && bake));
  // New seams would cut quads in two.
  const isUnwrapped = !isBaked && !quad && (unwrap === 'always' || (unwrap === 'missing' && isMissing));
  if (isUnwrapped) {
    await textureShape(document);
    notes.push(engineMessage(isPainted ? 'clean-up.textured' : 'clean-up.unwrapped'));
  }
  if (!watertight) return { document, notes, isUnchanged: !isUnwrapped };
  if (quad) return { document, notes: [...notes, engineMessage('clean-up.quads')], isUnchanged: !isUnwrapped };
  const closed = await closeShape(document, faceLimit ?? null, (isBaked || isUnwrapped) && texture !== false);
  const isUnchanged = !isUnwrapped && closed.isUnchanged;
  return { document: closed.document, notes: [...notes, ...closed.notes], isUnchanged };
}

async function removeTextures(document: Document): Promise<void> {
  for (const texture of document.getRoot().listTextures()) texture.dispose();
  await document.transform(prune({ keepLeaves: true, keepExtras: true }));
}
