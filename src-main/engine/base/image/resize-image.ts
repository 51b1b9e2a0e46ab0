import sharp from 'sharp';
import type { Mask } from './mask.ts';
import type { Image } from './image.ts';

/**
 * Returns the image scaled down to at most `edge` pixels on its long side; the same image if it is already small
 * enough.
 */
export async function shrinkImage(image: Image, edge: number): Promise<Image> {
  const { width, height, data } = image;
  if (Math.max(width, height) <= edge) return image;
  const out = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ width: edge, height: edge, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: out.info.width, height: out.info.height, data: toPlainBytes(out.data) };
}

/** Returns the mask at exactly this size, smoothly interpolated: a binary mask gets soft edges. */
export async function resizeMask(mask: Mask, width: number, height: number): Promise<Mask> {
  if (mask.width === width && mask.height === height) return mask;
  const data = await sharp(mask.data, { raw: { width: mask.width, height: mask.height, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: 'mitchell' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, data: toPlainBytes(data) };
}

/** A copy by `slice` of a Buffer, unlike one of other bytes, shares its memory. */
function toPlainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}
