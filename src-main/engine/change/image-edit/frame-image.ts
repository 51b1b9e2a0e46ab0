import sharp from 'sharp';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Image } from '../../base/image/image.ts';
import { toPixelSize, type PixelSize } from '../../base/image/image-size.ts';
import { extendBorder } from './background/extend-border.ts';
import { isOpaque } from '../../base/image/is-opaque.ts';

/** How a picture leaves. */
export interface ImageOutput {
  /** `size` of the interface: a class names the long edge, nothing or `auto` keeps the picture's own pixels. */
  readonly size: string | undefined;
  readonly aspectRatio: string | undefined;
}

const PROPORTION_SLACK = 0.01;

/**
 * The picture at the asked size, never cropped and never distorted: what another aspect ratio adds at the sides is clear
 * where the picture has transparent parts, else its colours continued. Notes say what enlarging cannot do.
 */
export async function frameImage(picture: Image, output: ImageOutput): Promise<{ picture: Image; notes: Note[] }> {
  const wanted = toSize(picture, output);
  const padded = pad(picture, wanted);
  const { width, height } = wanted;
  if (padded.width === width && padded.height === height) return { picture: padded, notes: [] };
  const data = await sharp(padded.data, { raw: { width: padded.width, height: padded.height, channels: 4 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const isLarger = width > 1.5 * padded.width;
  return {
    picture: { width, height, data: new Uint8Array(data) },
    notes: isLarger ? [engineMessage('edit.enlarged', { width: padded.width, height: padded.height })] : [],
  };
}

function toSize(picture: Image, { size, aspectRatio }: ImageOutput): PixelSize {
  const isCustom = /^\d+x\d+$/i.test(size ?? '');
  if (isCustom || aspectRatio !== undefined) return toPixelSize(size, aspectRatio);
  if (size === undefined || size === 'auto') return { width: picture.width, height: picture.height };
  const long = toPixelSize(size, undefined).width;
  const scale = long / Math.max(picture.width, picture.height);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

/** The picture in the middle of the smallest canvas of the wanted proportions. */
function pad(picture: Image, wanted: PixelSize): Image {
  const ratio = wanted.width / wanted.height;
  const own = picture.width / picture.height;
  if (Math.abs(own / ratio - 1) < PROPORTION_SLACK) return picture;
  const width = Math.max(picture.width, Math.round(picture.height * ratio));
  const height = Math.max(picture.height, Math.round(picture.width / ratio));
  const left = (width - picture.width) >> 1;
  const top = (height - picture.height) >> 1;
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(4 * y * picture.width, 4 * (y + 1) * picture.width);
    data.set(row, 4 * ((top + y) * width + left));
  }
  const canvas = { width, height, data };
  return isOpaque(picture) ? extendBorder(canvas, { left, top, width: picture.width, height: picture.height }) : canvas;
}
