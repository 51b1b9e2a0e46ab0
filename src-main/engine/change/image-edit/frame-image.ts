import sharp from 'sharp';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../base/image/image.ts';
import { toPixelSize, type PixelSize } from '../../base/image/image-size.ts';
import { extendBorder } from './background/extend-border.ts';
import { isOpaque } from '../../base/image/is-opaque.ts';

/** Output size of an image. */
export interface ImageOutput {
  /** `size` of the interface: a size class sets the long edge; absent or `auto` keeps the image's own size. */
  readonly size: string | undefined;
  readonly aspectRatio: string | undefined;
}

const PROPORTION_SLACK = 0.01;

/**
 * Scales and pads an image to the requested size without cropping or distortion: padding for another aspect ratio is
 * transparent if the image has transparent parts, else it continues the image's colours. A note says what enlarging
 * cannot do.
 */
export async function frameImage(image: Image, output: ImageOutput): Promise<{ image: Image; notes: Note[] }> {
  const wanted = toSize(image, output);
  const padded = pad(image, wanted);
  const { width, height } = wanted;
  if (padded.width === width && padded.height === height) return { image: padded, notes: [] };
  const data = await sharp(padded.data, { raw: { width: padded.width, height: padded.height, channels: 4 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const isLarger = width > 1.5 * padded.width;
  return {
    image: { width, height, data: new Uint8Array(data) },
    notes: isLarger ? [engineMessage('edit.enlarged', { width: padded.width, height: padded.height })] : [],
  };
}

function toSize(image: Image, { size, aspectRatio }: ImageOutput): PixelSize {
  const isCustom = /^\d+x\d+$/i.test(size ?? '');
  if (isCustom || aspectRatio !== undefined) return toPixelSize(size, aspectRatio);
  if (size === undefined || size === 'auto') return { width: image.width, height: image.height };
  const long = toPixelSize(size, undefined).width;
  const scale = long / Math.max(image.width, image.height);
  return {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  };
}

/** Centres the image on the smallest canvas with the requested aspect ratio. */
function pad(image: Image, wanted: PixelSize): Image {
  const ratio = wanted.width / wanted.height;
  const own = image.width / image.height;
  if (Math.abs(own / ratio - 1) < PROPORTION_SLACK) return image;
  const width = Math.max(image.width, Math.round(image.height * ratio));
  const height = Math.max(image.height, Math.round(image.width / ratio));
  const left = (width - image.width) >> 1;
  const top = (height - image.height) >> 1;
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < image.height; y++) {
    const row = image.data.subarray(4 * y * image.width, 4 * (y + 1) * image.width);
    data.set(row, 4 * ((top + y) * width + left));
  }
  const canvas = { width, height, data };
  return isOpaque(image) ? extendBorder(canvas, { left, top, width: image.width, height: image.height }) : canvas;
}
