import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ImageError, type Image } from '../image/image.ts';
import { findMaskBox, HALF_COVERED, type Mask } from '../image/mask.ts';
import { resizeMask } from '../image/resize-image.ts';

/**
 * Minimum share of transparent pixels. `findAlphaMask` needs 0.5 %, and services shrink images first, which blurs the
 * edges.
 */
const MIN_CLEAR_SHARE = 0.01;
/** Share of the pixels that the transparent frame has. */
const FRAME_SHARE = 0.015;

/**
 * Returns the image with the mask as its alpha channel, scaled to the image’s size; the colors stay, also where it is
 * transparent, so that the mask can be changed later. A mask of (almost) the whole image gets a transparent frame of about
 * 0.4 % of the edges, because an opaque image would count as one without a mask. Throws `ImageError` (`empty`) if the
 * mask covers nothing. O(pixels).
 */
export async function applyMask({ width, height, data }: Image, mask: Mask): Promise<Image> {
  const { data: coverage } = await resizeMask(mask, width, height);
  const rgba = new Uint8Array(data);
  let clear = 0;
  for (let i = 0; i < coverage.length; i++) {
    rgba[4 * i + 3] = coverage[i]!;
    if (coverage[i]! < HALF_COVERED) clear++;
  }
  if (clear < MIN_CLEAR_SHARE * width * height) clearFrame(rgba, width, height);
  if (!findMaskBox(toMask({ width, height, data: rgba }))) {
    throw new ImageError('empty', engineMessage('image-error.transparent'));
  }
  return { width, height, data: rgba };
}

/** Returns the alpha channel of an image. */
export function toMask({ width, height, data }: Image): Mask {
  const coverage = new Uint8Array(width * height);
  for (let i = 0; i < coverage.length; i++) coverage[i] = data[4 * i + 3]!;
  return { width, height, data: coverage };
}

function clearFrame(rgba: Uint8Array, width: number, height: number): void {
  const border = Math.ceil((FRAME_SHARE * width * height) / (2 * (width + height)));
  for (let y = 0; y < height; y++) {
    const isEnd = y < border || y >= height - border;
    for (let x = 0; x < width; x++) {
      if (isEnd || x < border || x >= width - border) rgba[4 * (y * width + x) + 3] = 0;
    }
  }
}
