import type { Texture } from '@gltf-transform/core';
import { uniqueName } from '../../base/document/unique-name.ts';
import { decodeTexture } from '../images/decode-texture.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { encodeTexture } from '../images/encode-texture.ts';
import { toSafeFileName } from '../text/safe-names.ts';
import { imageMime } from './image-mime.ts';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/ktx2': 'ktx2',
  'image/x-tga': 'tga',
  'image/x-targa': 'tga',
  'image/x-dpx': 'dpx',
  'image/x-exr': 'exr',
  'image/aces': 'exr',
  'image/vnd.radiance': 'hdr',
};

/**
 * Returns a file name for each texture: its sanitized, unique name with the extension of its type. Textures without an
 * image are left out.
 */
export function nameTextures(textures: Iterable<Texture>): Map<Texture, string> {
  const names = new Map<Texture, string>();
  const usedNames = new Set<string>();
  for (const texture of textures) {
    if (!texture.getImage() || names.has(texture)) continue;
    const file = texture.getURI().replace(/^.*[/\\]/, '');
    const base = file.replace(/\.\w+$/, '') || texture.getName();
    const unique = uniqueName(toSafeFileName(base, 'texture'), usedNames);
    names.set(texture, `${unique}.${extensionOf(texture)}`);
  }
  return names;
}

function extensionOf(texture: Texture): string {
  return EXTENSIONS[imageMime(texture)] ?? /\.(\w{2,4})$/.exec(texture.getURI())?.[1]?.toLowerCase() ?? 'bin';
}

/** An image as PNG or JPEG, and its file extension. */
export interface PortableImage {
  readonly bytes: Uint8Array;
  readonly extension: 'png' | 'jpg';
}

/**
 * Converts a texture to PNG or JPEG, which every program reads: unchanged, or converted to PNG. Multiplied by a linear
 * RGB or RGBA `tint` if one other than opaque white is given. Throws `ModelError` `unsupported` for an image that cannot
 * be decoded.
 */
export async function toPortableImage(texture: Texture, tint?: readonly number[]): Promise<PortableImage> {
  const bytes = texture.getImage() ?? new Uint8Array();
  const isTinted = tint?.some((factor) => factor !== 1) ?? false;
  const mime = imageMime(texture);
  if (!isTinted && mime === 'image/png') return { bytes, extension: 'png' };
  if (!isTinted && mime === 'image/jpeg') return { bytes, extension: 'jpg' };
  const image = await decodeTexture(texture);
  const tinted = isTinted ? tintImage(image, tint!) : image;
  return { bytes: (await encodeTexture(tinted, 'PNG')).bytes, extension: 'png' };
}

/** Multiplies an image by a tint, in place unless it needs an alpha channel that it lacks. */
function tintImage(image: TextureImage, tint: readonly number[]): TextureImage {
  const alpha = Math.min(1, Math.max(0, tint[3] ?? 1));
  const tinted = alpha === 1 ? image : withAlpha(image);
  const { width, height, data } = tinted;
  const channels = data.length / (width * height);
  const tables = tint.slice(0, 3).map((factor) => {
    return Uint8Array.from({ length: 256 }, (_, v) => Math.round(255 * linearToSrgb(srgbToLinear(v / 255) * factor)));
  });
  for (let i = 0; i < data.length; i += channels) {
    for (let k = 0; k < 3; k++) data[i + k] = tables[k]![data[i + k]!]!;
    if (alpha !== 1) data[i + 3] = Math.round(data[i + 3]! * alpha);
  }
  return tinted;
}

function withAlpha(image: TextureImage): TextureImage {
  const { width, height, data } = image;
  if (data.length === width * height * 4) return image;
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < data.length; to += 4) {
    for (let k = 0; k < 3; k++) rgba[to + k] = data[from++]!;
  }
  return { width, height, data: rgba };
}

/** Converts linear light to sRGB, 0 to 1; clamped (IEC 61966-2-1). */
export function linearToSrgb(linear: number): number {
  const value = Math.min(1, Math.max(0, linear));
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function srgbToLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
