import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { DetectedMask } from '../mask/find-mask.ts';
import { findMask } from '../mask/find-mask.ts';
import type { PixelBox } from '../image/mask.ts';
import { findMaskBox } from '../image/mask.ts';
import type { Image } from '../image/image.ts';
import { ImageError } from '../image/image.ts';
import type { ImageOptions } from '../image/image-options.ts';
import { enhanceImage } from '../image/enhance-image.ts';
import { readImage } from '../image/read-image.ts';
import type { ViewName } from './view-name.ts';
import { VIEW_NAMES } from './view-name.ts';

/** One image of the subject, and the subject's location in it. */
export interface View extends DetectedMask {
  readonly name: ViewName;
  readonly image: Image;
  /** Bounding box of the subject in the image. */
  readonly box: PixelBox;
  /** Cleaning step for another decoding of its file. */
  readonly clean?: (image: Image) => Promise<Image>;
}

/** A subject whose longer side is shorter is a speck without usable shape. */
const MIN_EDGE = 4;

/**
 * Reads the images and finds the subject in each; null is an empty slot. `onView` is called with the number of finished
 * views.
 *
 * Throws an `ImageError` that names the view if a file is not an image or shows no outline: unlike with a single image,
 * an estimated outline would spoil the good ones. 0.15 s a view with alpha or a plain background, 0.7 s with a busy
 * one.
 */
export async function readViews(
  sources: readonly (Uint8Array | null)[],
  onView: (done: number) => void,
  { isRepaired = false }: Pick<ImageOptions, 'isRepaired'> = {},
): Promise<readonly View[]> {
  const views: View[] = [];
  // Decoded on other threads while this one segments the previous images.
  const images = sources.map((bytes) => bytes && readImage(bytes));
  // A rejection is handled when its image is awaited.
  for (const image of images) image?.catch(() => undefined);
  for (const [slot, name] of VIEW_NAMES.entries()) {
    const image = images[slot];
    if (!image) continue;
    views.push(await findView(name, image, isRepaired));
    onView(views.length);
  }
  return views;
}

async function findView(name: ViewName, reading: Promise<Image>, isRepaired: boolean): Promise<View> {
  try {
    const read = await reading;
    const repaired = isRepaired ? enhanceImage(read) : null;
    const picture = repaired?.image ?? read;
    const found = await findMask(picture);
    const box = findMaskBox(found.mask);
    if (found.method === 'whole_frame' || !box) {
      throw new ImageError('empty', engineMessage('image-error.no-subject'));
    }
    if (Math.max(box.width, box.height) < MIN_EDGE) {
      throw new ImageError(
        'empty',
        engineMessage('image-error.small-subject', { width: box.width, height: box.height }),
      );
    }
    if (!repaired) return { ...found, name, image: picture, box };
    return { ...found, name, image: picture, box, clean: repaired.repeat, notes: [repaired.note, ...found.notes] };
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new ImageError(error.code, engineMessage('image-error.view', { view: name, reason: error.detail }), {
      cause: error,
    });
  }
}
