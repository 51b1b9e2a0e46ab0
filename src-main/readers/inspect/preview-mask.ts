import sharp, { type Sharp } from 'sharp';
import { encodeGrayPng } from '../../engine/base/image/encode-png.ts';
import { readImage, readImageWithin, WORKING_EDGE } from '../../engine/base/image/read-image.ts';
import { resizeMask, shrinkImage } from '../../engine/base/image/resize-image.ts';
import type { Image } from '../../engine/base/image/image.ts';
import { HALF_COVERED, type Mask } from '../../engine/base/image/mask.ts';
import { toMask } from '../../engine/base/mask/apply-mask.ts';
import { findMaskByRules, type MaskRule } from '../../engine/base/mask/find-mask.ts';
import { MASKED_EDGE } from './mask-image.ts';
import { readSourceBytes, toInspectError } from './inspect-source.ts';

/** An image whose masks are shown. */
export interface MaskQuestion {
  /** The image without its mask; the same as `masked` if that is all there is. */
  readonly path: string;
  /** The image with the mask that was chosen for it, as `maskImage` writes it; null: none was chosen. */
  readonly masked: string | null;
  /** Name of the file in errors. */
  readonly subject: string;
}

/** An image and its masks, all of the same size: at most 1,024 pixels on the long edge. */
export interface MaskPreview {
  readonly width: number;
  readonly height: number;
  /** The image without transparency, as WebP. */
  readonly image: Uint8Array;
  /** The built-in mask as a gray PNG: white is the subject. */
  readonly builtIn: Uint8Array;
  /** The cue that the built-in mask follows. */
  readonly cue: MaskRule;
  /** The chosen mask as a gray PNG; null: none was chosen. */
  readonly chosen: Uint8Array | null;
}

/** A reader answers with at most 1 MB; an image and two masks have less. */
const MAX_IMAGE_BYTES = 480_000;
const MAX_MASK_BYTES = 200_000;
/** The last one suffices for noise. */
const QUALITIES = [85, 60, 20] as const;

/** Finds the built-in mask of an image, and reads the chosen one. Throws AppError naming `subject`. */
export async function previewMask({ path, masked, subject }: MaskQuestion): Promise<MaskPreview> {
  try {
    const bytes = await readSourceBytes(path, subject);
    const image = await readUnmasked(bytes, path === masked);
    const { mask, method } = await findMaskByRules(image);
    const chosen = masked === null ? null : toMask(await readImage(await readSourceBytes(masked, subject)));
    const { width, height } = image;
    return {
      width,
      height,
      image: await encodeOpaque(image),
      builtIn: await encodeMask(mask),
      cue: method,
      chosen: chosen && (await encodeMask(await resizeMask(chosen, width, height))),
    };
  } catch (error) {
    throw toInspectError(error, subject);
  }
}

/** Reads an image at the size of its masks; `isMasked`: without the mask that `maskImage` wrote. Throws ImageError. */
export function readUnmasked(bytes: Uint8Array, isMasked: boolean): Promise<Image> {
  return isMasked ? readWithoutMask(bytes) : readImage(bytes);
}

/** An image without its transparency, over gray. */
export function flatten({ width, height, data }: Image): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#808080' });
}

/** Reads an image that `maskImage` wrote without its mask. Scaling removes transparent colors, so it comes last. */
async function readWithoutMask(bytes: Uint8Array): Promise<Image> {
  const { width, height, data } = await readImageWithin(bytes, MASKED_EDGE);
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return shrinkImage({ width, height, data }, WORKING_EDGE);
}

async function encodeOpaque(image: Image): Promise<Uint8Array> {
  const opaque = flatten(image);
  let encoded = new Uint8Array();
  for (const quality of QUALITIES) {
    encoded = await opaque.clone().webp({ quality }).toBuffer();
    if (encoded.byteLength <= MAX_IMAGE_BYTES) break;
  }
  return encoded;
}

/** Encodes a mask as a gray PNG for a page. Soft transparency all over an image, which PNG does not compress, becomes hard. */
export async function encodeMask(mask: Mask): Promise<Uint8Array> {
  const soft = await encodeGrayPng(mask);
  if (soft.byteLength <= MAX_MASK_BYTES) return soft;
  return encodeGrayPng({ ...mask, data: mask.data.map((value) => (value < HALF_COVERED ? 0 : 255)) });
}
