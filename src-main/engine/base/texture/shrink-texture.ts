import type { TextureImage } from './texture-image.ts';
import sharp from 'sharp';

/** Scales a texture down to at most `longest` pixels on its long edge; a smaller one is returned unchanged. */
export async function shrinkTexture(image: TextureImage, longest: number): Promise<TextureImage> {
  const { width, height, data: pixels } = image;
  if (Math.max(width, height) <= longest) return image;
  const channels = (pixels.length / (width * height)) as 3 | 4;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels } })
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
