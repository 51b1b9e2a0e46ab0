import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ImageError } from './image.ts';
import { sniffImageFormat } from './sniff-image-format.ts';

/**
 * Opens an image from outside with sharp. Throws `ImageError` `not_a_picture` for all formats but PNG, JPEG, WebP, TIFF,
 * GIF and AVIF: sharp would also draw SVG, where a few hundred bytes of references can take hours.
 */
export function openWithSharp(bytes: Uint8Array, options: SharpOptions = {}): Sharp {
  const format = sniffImageFormat(bytes);
  if (format === null || format === 'bmp') {
    throw new ImageError('not_a_picture', engineMessage('image-error.unknown-format'));
  }
  return sharp(bytes, options);
}
