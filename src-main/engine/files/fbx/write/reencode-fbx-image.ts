import type { Texture } from '@gltf-transform/core';
import { openWithSharp } from '../../../base/image/open-with-sharp.ts';
import { type TextureColorSpace } from '../../../base/texture/texture-image.ts';
import { encodeTexture, type TextureFormat } from '../../images/encode-texture.ts';
import { orUnsupported } from '../../images/or-unsupported.ts';
import { toAlphaFormat } from '../../materials/alpha-format.ts';

/** An image file's bytes and its extension, without dot. */
export interface FbxImageFile {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

/** Converts the file of a texture to another format, if one is given that differs. Throws `ModelError` `unsupported`. */
export async function reencodeFbxImage(
  file: FbxImageFile,
  texture: Texture,
  colorSpace: TextureColorSpace,
  format?: TextureFormat,
): Promise<FbxImageFile> {
  if (!format || (format === 'PNG' && file.extension === 'png') || (format === 'JPEG' && file.extension === 'jpg')) {
    return file;
  }
  return orUnsupported(async () => {
    const image = openWithSharp(file.bytes).toColourspace('srgb').raw({ depth: 'uchar' });
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    const decoded = { width: info.width, height: info.height, data };
    return encodeTexture(decoded, toAlphaFormat(format, texture, decoded), colorSpace);
  });
}
