import { shrinkTexture } from '../../base/texture/shrink-texture.ts';
import type { Document, Texture } from '@gltf-transform/core';
import { EXTTextureWebP } from '@gltf-transform/extensions';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { decodeTexture } from '../../files/images/decode-texture.ts';
import { encodeTexture, type TextureFormat } from '../../files/images/encode-texture.ts';
import type { ConvertFormat } from '../../../../src-shared/formats/formats.ts';

/** What each container may hold (glTF 2.0 and EXT_texture_webp; USDZ specification 1.3; 3MF materials 1.2). */
const HELD: Readonly<Record<ConvertFormat, readonly TextureFormat[] | 'all'>> = {
  GLTF: ['PNG', 'JPEG', 'WEBP'],
  USDZ: ['PNG', 'JPEG'],
  '3MF': ['PNG', 'JPEG'],
  STL: [],
  OBJ: 'all',
  FBX: 'all',
};

/** Writers that split metalness from roughness encode for themselves, after that. */
const ENCODED_BY_WRITER: readonly ConvertFormat[] = ['OBJ', 'FBX'];

/** What `convertTextures` makes of textures. */
export interface ConvertTexturesOptions {
  readonly format: ConvertFormat;
  /** Longest edge in pixels; null: any. */
  readonly textureSize: number | null;
  /** Null: as they are. */
  readonly textureFormat: TextureFormat | null;
}

/**
 * Makes every texture at most `textureSize` pixels long (never larger than it was) and of `textureFormat`, in place;
 * the proportions stay. Where the container cannot hold that format, PNG is used and a sentence in the answer says so.
 * A texture that is fine already keeps its bytes;
 * for OBJ and FBX the format is left to their writers. Throws `ModelError` `unsupported` for one that cannot be decoded.
 */
export async function convertTextures(document: Document, options: ConvertTexturesOptions): Promise<Note[]> {
  const { format, textureSize, textureFormat } = options;
  const held = HELD[format];
  if (held !== 'all' && held.length === 0) {
    return textureFormat ? [engineMessage('convert.no-textures', { format, texture: textureFormat })] : [];
  }
  const isHeld = !textureFormat || held === 'all' || held.includes(textureFormat);
  const wanted = isHeld ? textureFormat : 'PNG';
  const target = ENCODED_BY_WRITER.includes(format) ? null : wanted;
  const textures = document
    .getRoot()
    .listTextures()
    .filter((texture) => texture.getImage());
  for (const texture of textures) await convertTexture(texture, target, textureSize);

  const usesWebP = textures.some((texture) => texture.getMimeType() === 'image/webp');
  if (format === 'GLTF' && usesWebP) document.createExtension(EXTTextureWebP).setRequired(true);
  if (isHeld || textures.length === 0) return [];
  return [engineMessage('convert.texture-format', { format, texture: textureFormat })];
}

async function convertTexture(texture: Texture, target: TextureFormat | null, longest: number | null): Promise<void> {
  const size = texture.getSize();
  const isSmall = longest === null || (size !== null && Math.max(...size) <= longest);
  const kept = toFormat(texture.getMimeType());
  if (isSmall && (target === null || target === kept)) return;

  const stored = await decodeTexture(texture);
  const image = isSmall ? stored : await shrinkTexture(stored, longest);
  const { getTextureColorSpace } = await import('@gltf-transform/functions');
  const colorSpace = getTextureColorSpace(texture) === 'srgb' ? 'srgb' : 'linear';
  const encoded = await encodeTexture(image, target ?? kept ?? 'PNG', colorSpace);
  texture.setImage(encoded.bytes).setMimeType(encoded.mime);
  texture.setURI(texture.getURI().replace(/\.\w+$/, `.${encoded.extension}`));
}

function toFormat(mime: string): TextureFormat | null {
  if (mime === 'image/png') return 'PNG';
  if (mime === 'image/jpeg') return 'JPEG';
  return mime === 'image/webp' ? 'WEBP' : null;
}
