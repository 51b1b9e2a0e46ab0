import { DEFAULT_IMAGE_MODEL, findImageModel } from '../../../../src-shared/api/models/image-models.ts';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { encodePng } from '../../../engine/base/image/encode-png.ts';
import { ImageError } from '../../../engine/base/image/image.ts';
import { readImage } from '../../../engine/base/image/read-image.ts';
import { findAlphaMask } from '../../../engine/base/mask/alpha-mask.ts';
import { needsEstimatedMask } from '../../../engine/base/mask/find-mask.ts';
import { onlySource, type EngineFile, type EngineInput, type EngineJob } from '../engine-job.ts';

/**
 * The image as a PNG for a generator that removes its background; none if the engine finds the subject without help,
 * because the background is plain or transparent. Throws ImageError.
 */
export const prepareCutOut: EngineJob<Operation> = async (input) => {
  const image = await readImage(onlySource(input));
  return { files: (await needsEstimatedMask(image)) ? [await toFile(image)] : [], notes: [] };
};

/** The same for an edit: none if it keeps its background, or if the image has none. Throws ImageError. */
export const prepareEditCutOut: EngineJob<typeof OPERATIONS.image_to_image> = async (input) => {
  const isSingle = input.sources.filter((source) => source !== null).length === 1;
  if (!isSingle || !(await clearsBackground(input.values))) return { files: [], notes: [] };
  const image = await readImage(onlySource(input));
  return { files: findAlphaMask(image) ? [] : [await toFile(image)], notes: [] };
};

/** The image that a generator returned. Throws ImageError for one that is damaged, opaque or empty. */
export const finishCutOut: EngineJob<Operation> = async (input) => {
  const image = await readImage(onlySource(input));
  if (!findAlphaMask(image)) throw new ImageError('empty', engineMessage('image-error.opaque'));
  return { files: [await toFile(image)], notes: [] };
};

/** Templates and sketches draw backgrounds of their own. */
async function clearsBackground(values: EngineInput<typeof OPERATIONS.image_to_image>['values']): Promise<boolean> {
  const { prompt = '', template, t_pose: isTPose, sketch_to_render: isSketch, background } = values;
  if (template !== undefined || isTPose || isSketch) return false;
  // Loaded on demand, because it includes the catalogue of the text grammar.
  const { parseEdit } = await import('../../../engine/change/image-edit/instruction/parse-edit.ts');
  const said = parseEdit(prompt).edits.findLast((edit) => edit.kind === 'background')?.background;
  if (said) return said.kind === 'clear';
  const model = findImageModel(values.model ?? DEFAULT_IMAGE_MODEL.image);
  return model?.background === true && background === 'transparent';
}

async function toFile(image: Awaited<ReturnType<typeof readImage>>): Promise<EngineFile> {
  return { key: 'generated_image_url', name: 'image.png', bytes: await encodePng(image) };
}
