import { openWithSharp } from '../../base/image/open-with-sharp.ts';
import { orUnsupported } from '../images/or-unsupported.ts';
import type { PortableImage } from './portable-images.ts';

/** True if an image has an alpha channel. Throws `ModelError` `unsupported`. */
export async function hasImageAlpha(bytes: Uint8Array): Promise<boolean> {
  return orUnsupported(async () => (await openWithSharp(bytes).metadata()).hasAlpha);
}

/** Returns the same image if it has no alpha channel, else a PNG without it. Throws `ModelError` `unsupported`. */
export async function dropImageAlpha(image: PortableImage): Promise<PortableImage> {
  if (!(await hasImageAlpha(image.bytes))) return image;
  return orUnsupported(async () => {
    const opaque = openWithSharp(image.bytes).removeAlpha().png({ compressionLevel: 3 });
    return { bytes: await opaque.toBuffer(), extension: 'png' };
  });
}
