import { shrinkTexture } from '../../base/texture/shrink-texture.ts';
import type { Document, Texture } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { decodeTexture } from '../../files/images/decode-texture.ts';
import { encodeTexture, type TextureFormat } from '../../files/images/encode-texture.ts';
import type { ConvertFormat } from '../../../../src-shared/formats/formats.ts';
import { isAlphaLost, toAlphaFormat } from '../../files/materials/alpha-format.ts';
import { openWithSharp } from '../../base/image/open-with-sharp.ts';
import { readTextureSize } from '../../base/document/texture-size.ts';

/**
 * Texture formats that each container supports (glTF 2.0 and EXT_texture_webp; USDZ specification 1.3; 3MF materials
 * 1.2).
 */
const SUPPORTED_FORMATS: Readonly<Record<ConvertFormat, readonly TextureFormat[] | 'all'>> = {
  GLTF: ['PNG', 'JPEG', 'WEBP'],
  USDZ: ['PNG', 'JPEG'],
  '3MF': ['PNG', 'JPEG'],
  STL: [],
  OBJ: 'all',
  FBX: 'all',
};

/** Formats whose writers encode textures themselves, after separating metalness from roughness. */
const ENCODED_BY_WRITER: readonly ConvertFormat[] = ['OBJ', 'FBX'];

/** Options of `convertTextures`. */
export interface ConvertTexturesOptions {
  readonly format: ConvertFormat;
  /** Longest edge in pixels; null: no limit. */
  readonly textureSize: number | null;
  /** Null: unchanged. */
  readonly textureFormat: TextureFormat | null;
}

/**
 * Scales every texture down to at most `textureSize` pixels and converts it to `textureFormat`, in place; proportions
 * stay. If the container does not support the format, or the format not the alpha that a material shows, PNG is used
 * and a note says so. A texture that already fits keeps
 * its bytes; for OBJ and FBX, the writers choose the format. Throws `ModelError` `unsupported` for a texture that
 * cannot be decoded.
 */
export async function convertTextures(document: Document, options: ConvertTexturesOptions): Promise<Note[]> {
  const { format, textureSize, textureFormat } = options;
  const supported = SUPPORTED_FORMATS[format];
  if (supported !== 'all' && supported.length === 0) {
    return textureFormat ? [engineMessage('convert.no-textures', { format, texture: textureFormat })] : [];
  }
  const isSupported = !textureFormat || supported === 'all' || supported.includes(textureFormat);
  const wanted = isSupported ? textureFormat : 'PNG';
  const target = ENCODED_BY_WRITER.includes(format) ? null : wanted;
  const textures = document
    .getRoot()
    .listTextures()
    .filter((texture) => texture.getImage());
  const isAlphaKept = textureFormat !== null && (await keepsAlpha(textures, textureFormat));
  for (const texture of textures) await convertTexture(texture, target, textureSize);

  if (textures.length === 0 || textureFormat === null) return [];
  if (!isSupported) return [engineMessage('convert.texture-format', { format, texture: textureFormat })];
  return isAlphaKept ? [engineMessage('convert.texture-alpha', { texture: textureFormat })] : [];
}

/** True if one of the textures has to be written in another format, because this one would drop its alpha. */
async function keepsAlpha(textures: readonly Texture[], format: TextureFormat): Promise<boolean> {
  const found = await Promise.all(textures.filter((each) => isAlphaLost(format, each)).map(hasAlpha));
  return found.includes(true);
}

async function hasAlpha(texture: Texture): Promise<boolean> {
  try {
    return (await openWithSharp(texture.getImage()!).metadata()).hasAlpha;
  } catch {
    // Whoever decodes it says so.
    return false;
  }
}

async function convertTexture(texture: Texture, target: TextureFormat | null, longest: number | null): Promise<void> {
  const size = readTextureSize(texture);
  const isSmall = longest === null || (size !== null && Math.max(...size) <= longest);
  const current = toFormat(texture.getMimeType());
  if (isSmall && (target === null || target === current)) return;

  const stored = await decodeTexture(texture);
  const image = isSmall ? stored : await shrinkTexture(stored, longest);
  const { getTextureColorSpace } = await import('@gltf-transform/functions');
  const colorSpace = getTextureColorSpace(texture) === 'srgb' ? 'srgb' : 'linear';
  const encoded = await encodeTexture(image, toAlphaFormat(target ?? current ?? 'PNG', texture, image), colorSpace);
  texture.setImage(encoded.bytes).setMimeType(encoded.mime);
  texture.setURI(texture.getURI().replace(/\.\w+$/, `.${encoded.extension}`));
}

function toFormat(mime: string): TextureFormat | null {
  if (mime === 'image/png') return 'PNG';
  if (mime === 'image/jpeg') return 'JPEG';
  return mime === 'image/webp' ? 'WEBP' : null;
}
