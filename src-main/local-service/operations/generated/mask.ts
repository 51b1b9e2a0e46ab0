import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Operation } from '../../../../src-shared/api/operation.ts';
import { encodeGrayPng } from '../../../engine/base/image/encode-png.ts';
import { ImageError } from '../../../engine/base/image/image.ts';
import type { Mask } from '../../../engine/base/image/mask.ts';
import { readImage } from '../../../engine/base/image/read-image.ts';
import { findAlphaMask } from '../../../engine/base/mask/alpha-mask.ts';
import { findMask } from '../../../engine/base/mask/find-mask.ts';
import { onlySource, type EngineFile, type EngineJob } from '../engine-job.ts';

/** The mask that the map of a network shows. Throws ImageError if that is not one plausible subject. */
export const drawEstimatedMask: EngineJob<Operation> = async (input) => {
  const { mask, method } = await findMask(await readImage(onlySource(input)), input.maps?.masks);
  if (method !== 'network') throw new ImageError('empty', engineMessage('image-error.no-subject'));
  return { files: [await toFile(mask)], notes: [] };
};

/** The mask of the image that a generator returned. Throws ImageError for one that is damaged, opaque or empty. */
export const finishMask: EngineJob<Operation> = async (input) => {
  const mask = findAlphaMask(await readImage(onlySource(input)));
  if (!mask) throw new ImageError('empty', engineMessage('image-error.opaque'));
  return { files: [await toFile(mask)], notes: [] };
};

async function toFile(mask: Mask): Promise<EngineFile> {
  return { key: 'generated_image_url', name: 'mask.png', bytes: await encodeGrayPng(mask) };
}
