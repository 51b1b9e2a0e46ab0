import type { Document, Texture } from '@gltf-transform/core';
import { EXTTextureWebP } from '@gltf-transform/extensions';
import sharp, { type Sharp } from 'sharp';
import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { type TextureImage } from '../../base/texture/texture-image.ts';
import { encodeTexture } from '../images/encode-texture.ts';
import { readImageSize, type ImageSize } from '../images/read-image-size.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { openWithSharp } from '../../base/image/open-with-sharp.ts';
import { readBmpHeader } from '../../base/image/read-bmp.ts';
import { openBmp } from '../../base/image/read-image.ts';
import { sniffImageFormat } from '../../base/image/sniff-image-format.ts';
import { decodeTarga } from '../images/decode-targa.ts';

/** An image of a model; equal bytes are one image. */
export interface ImageFile {
  /** Name in the model. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One channel of an image: 0 red, 1 green, 2 blue, 3 alpha. */
export interface ImageChannel {
  readonly image: ImageFile;
  readonly channel: number;
}

/**
 * The textures of a document, created from the images of an imported file; unusable images are left out with a note.
 */
export interface ImageLibrary {
  /** Converts an image to a texture: PNG, JPEG and WebP unchanged, others as PNG. Returns null if it cannot be read. */
  toTexture(image: ImageFile): Promise<Texture | null>;
  /**
   * Creates a texture whose channels come from several images; missing channels are full. Returns null if one of them
   * cannot be read.
   */
  combine(name: string, channels: readonly (ImageChannel | null)[]): Promise<Texture | null>;
}

const MAX_SIDE = 16_384;
const MAX_PIXELS = 64 * 2 ** 20;
const TYPES = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;

/** Creates the library of a document; notes about images that were left out are added to `notes`. */
export function createImageLibrary(document: Document, notes: Note[]): ImageLibrary {
  const textures = new Map<Uint8Array, Promise<Texture | null>>();
  const combined = new Map<string, Promise<Texture | null>>();
  const numbers = new Map<Uint8Array, number>();
  const numberOf = (bytes: Uint8Array): number => {
    const number = numbers.get(bytes) ?? numbers.size;
    numbers.set(bytes, number);
    return number;
  };

  const addTexture = (name: string, bytes: Uint8Array, mime: string): Texture => {
    if (mime === 'image/webp') document.createExtension(EXTTextureWebP).setRequired(true);
    return document
      .createTexture(name.replace(/\.\w+$/, ''))
      .setImage(bytes)
      .setMimeType(mime);
  };
  const noted = async <T>(name: string, make: () => Promise<T>): Promise<T | null> => {
    try {
      return await make();
    } catch (error) {
      if (error instanceof ModelError && error.code === 'too_large') throw error;
      const shown = name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 80);
      notes.push(engineMessage('import.texture-unreadable', { name: shown }));
      return null;
    }
  };

  /** The decoded size of all images is limited: a small file can contain many large ones. */
  let pixels = 0;
  const charge = ({ width, height }: { width: number; height: number }): void => {
    pixels += width * height;
    if (pixels > MAX_PIXELS * 12) {
      throw new ModelError('too_large', engineMessage('model-limit.texture-pixels'));
    }
  };

  const make = async ({ name, bytes }: ImageFile): Promise<Texture> => {
    const kind = sniffImageFormat(bytes);
    if (kind === 'png' || kind === 'jpeg' || kind === 'webp') {
      charge(checkSize(readImageSize(bytes)));
      // Detects truncated images here, before the program that opens the model does.
      await openWithSharp(bytes, { failOn: 'truncated' }).stats();
      return addTexture(name, bytes, TYPES[kind]);
    }
    const image = await decodePixels({ name, bytes });
    charge(image);
    const { bytes: png, mime } = await encodeTexture(image, 'PNG');
    return addTexture(name, png, mime);
  };

  return {
    toTexture(image) {
      const known = textures.get(image.bytes);
      if (known) return known;
      const made = noted(image.name, () => make(image));
      textures.set(image.bytes, made);
      return made;
    },
    combine(name, channels) {
      const key = channels.map((each) => (each ? `${numberOf(each.image.bytes)}:${each.channel}` : '')).join(' ');
      const known = combined.get(key);
      if (known) return known;
      const made = noted(channels.find((each) => each)?.image.name ?? name, async () => {
        const { bytes, mime } = await encodeTexture(await combinePixels(channels, charge), 'PNG', 'linear');
        return addTexture(name, bytes, mime);
      });
      combined.set(key, made);
      return made;
    },
  };
}

function checkSize(size: ImageSize | null): ImageSize {
  const isSound = size && size.width > 0 && size.height > 0 && Math.max(size.width, size.height) <= MAX_SIDE;
  if (!isSound || size.width * size.height > MAX_PIXELS) throw new RangeError('The picture has no sound size.');
  return size;
}

/** Decodes the pixels of an image, stretched to `sides` if given; throws if it cannot be decoded. */
export async function decodePixels(
  { name, bytes }: ImageFile,
  sides?: { width: number; height: number },
): Promise<TextureImage> {
  const image = openPixels(name, bytes);
  const sized = sides ? image.resize({ ...sides, fit: 'fill' }) : image;
  const { data, info } = await sized
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function openPixels(name: string, bytes: Uint8Array): Sharp {
  const container = sniffImageFormat(bytes);
  if (container === 'bmp') {
    const header = readBmpHeader(bytes);
    checkSize(header);
    const { image } = openBmp(bytes);
    return header.hasAlpha ? image : image.removeAlpha();
  }
  if (container === null && /\.(tga|targa|icb|vda|vst)$/i.test(name)) return toSharp(decodeTarga(bytes));
  return openWithSharp(bytes, { limitInputPixels: MAX_PIXELS });
}

function toSharp({ width, height, data }: TextureImage): Sharp {
  return sharp(data, { raw: { width, height, channels: data.length === width * height * 4 ? 4 : 3 } });
}

async function combinePixels(
  channels: readonly (ImageChannel | null)[],
  charge: (size: ImageSize) => void,
): Promise<TextureImage> {
  const sources = channels.filter((each) => each !== null);
  const sizes: TextureImage[] = [];
  for (const { image } of sources) {
    const known = sources.findIndex((each) => each.image.bytes === image.bytes);
    sizes.push(sizes[known] ?? (await decodePixels(image)));
    charge(sizes.at(-1)!);
  }
  const largest = sizes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
  const { width, height } = largest;
  const data = new Uint8Array(width * height * channels.length).fill(255);
  for (const [to, source] of channels.entries()) {
    if (!source) continue;
    const known = sizes[sources.indexOf(source)]!;
    const isSame = known.width === width && known.height === height;
    const pixels = (isSame ? known : await decodePixels(source.image, { width, height })).data;
    const step = pixels.length / (width * height);
    // Grey images have one channel for all; without alpha everything is full.
    const from = source.channel < step ? source.channel : source.channel === 3 ? -1 : 0;
    for (let i = 0; from >= 0 && i < width * height; i++) data[i * channels.length + to] = pixels[i * step + from]!;
  }
  return { width, height, data };
}
