import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { openWithSharp } from '../../../base/image/open-with-sharp.ts';
import { type TextureColorSpace } from '../../../base/texture/texture-image.ts';
import { encodeTexture, type TextureFormat } from '../../images/encode-texture.ts';

/** An image file's bytes and its extension, without dot. */
export interface FbxImageFile {
  readonly bytes: Uint8Array;
  readonly extension: string;
}

/** Returns the same file if it has no alpha channel, else a PNG without it. Throws `ModelError` `unsupported`. */
export async function dropImageAlpha(file: FbxImageFile): Promise<FbxImageFile> {
  return orUnsupported(async () => {
    const image = openWithSharp(file.bytes);
    if (!(await image.metadata()).hasAlpha) return file;
    return { bytes: await image.removeAlpha().png({ compressionLevel: 3 }).toBuffer(), extension: 'png' };
  });
}

/** Converts the file to another format, if one is given that differs. Throws `ModelError` `unsupported`. */
export async function reencodeFbxImage(
  file: FbxImageFile,
  colorSpace: TextureColorSpace,
  format?: TextureFormat,
): Promise<FbxImageFile> {
  if (!format || (format === 'PNG' && file.extension === 'png') || (format === 'JPEG' && file.extension === 'jpg')) {
    return file;
  }
  return orUnsupported(async () => {
    const image = openWithSharp(file.bytes).toColourspace('srgb').raw({ depth: 'uchar' });
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return encodeTexture({ width: info.width, height: info.height, data }, format, colorSpace);
  });
}

async function orUnsupported(work: () => Promise<FbxImageFile>): Promise<FbxImageFile> {
  try {
    return await work();
  } catch (cause) {
    throw new ModelError('unsupported', engineMessage('texture-error.unreadable-unnamed'), cause);
  }
}
