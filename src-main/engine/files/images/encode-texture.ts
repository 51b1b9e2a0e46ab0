import { type TextureImage, type TextureColorSpace } from '../../base/texture/texture-image.ts';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { encodeBmp } from './encode-bmp.ts';
import { encodeDpx } from './encode-dpx.ts';
import { encodeExr } from './encode-exr.ts';
import { encodeHdr } from './encode-hdr.ts';
import { encodeTarga } from './encode-targa.ts';

/** File formats for textures. */
export type TextureFormat = 'BMP' | 'DPX' | 'HDR' | 'JPEG' | 'OPEN_EXR' | 'PNG' | 'TARGA' | 'TIFF' | 'WEBP';

/** An encoded texture: its bytes, media type and file extension without dot. */
export interface EncodedTexture {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly extension: string;
}

interface FileType {
  readonly mime: string;
  readonly extension: string;
  readonly encode: (image: TextureImage, colorSpace: TextureColorSpace) => Promise<Uint8Array> | Uint8Array;
}

/** Maximum number of texels of an optimized JPEG: optimizing saves a twentieth and needs six bytes a texel. */
const MAX_OPTIMISED = 2048 ** 2;

function isOptimised({ width, height }: TextureImage): boolean {
  return width * height <= MAX_OPTIMISED;
}

const FILE_TYPES: Readonly<Record<TextureFormat, FileType>> = {
  BMP: { mime: 'image/bmp', extension: 'bmp', encode: (image) => encodeBmp(withColor(image)) },
  DPX: { mime: 'image/x-dpx', extension: 'dpx', encode: (image) => encodeDpx(withColor(image)) },
  HDR: { mime: 'image/vnd.radiance', extension: 'hdr', encode: (image, space) => encodeHdr(withColor(image), space) },
  JPEG: {
    mime: 'image/jpeg',
    extension: 'jpg',
    // Without chroma subsampling: it would blur one channel of a normal map into the next.
    encode: (image) =>
      toSharp(image)
        .removeAlpha()
        .jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: isOptimised(image) })
        .toBuffer(),
  },
  OPEN_EXR: { mime: 'image/x-exr', extension: 'exr', encode: (image, space) => encodeExr(withColor(image), space) },
  PNG: {
    mime: 'image/png',
    extension: 'png',
    // Level 3 takes 0.6 of the time of sharp's default 6 and is 3 % larger (2048² roughness map).
    encode: (image) => toSharp(image).png({ compressionLevel: 3 }).toBuffer(),
  },
  TARGA: { mime: 'image/x-tga', extension: 'tga', encode: (image) => encodeTarga(withColor(image)) },
  // `tif`, because the FBX loader of three.js does not support `tiff`.
  TIFF: {
    mime: 'image/tiff',
    extension: 'tif',
    encode: (image) => toSharp(image).tiff({ compression: 'lzw' }).toBuffer(),
  },
  WEBP: {
    mime: 'image/webp',
    extension: 'webp',
    // `exact` keeps the colours under transparent pixels.
    encode: (image, space) =>
      toSharp(image)
        .webp({ quality: 90, lossless: space === 'linear', exact: true, effort: 1 })
        .toBuffer(),
  },
};

/**
 * Encodes a texture. HDR and OpenEXR store linear light, so `srgb` bytes are converted for them and `linear` bytes are
 * stored as byte / 255; the other formats keep the bytes. Formats that do not `storesAlpha` drop alpha.
 *
 * JPEG (quality 92) and WebP of colour textures (quality 90) are lossy, DPX without alpha has 10 bits, HDR an 8-bit
 * mantissa; everything else is lossless. Throws RangeError if the length matches no channel count.
 */
export async function encodeTexture(
  image: TextureImage,
  format: TextureFormat,
  colorSpace: TextureColorSpace = 'srgb',
): Promise<EncodedTexture> {
  const { mime, extension, encode } = FILE_TYPES[format];
  return { bytes: await encode(image, colorSpace), mime, extension };
}

/** True if files of a format have an alpha channel for an image that has one. */
export function storesAlpha(format: TextureFormat): boolean {
  return format !== 'JPEG' && format !== 'HDR';
}

function toSharp(image: TextureImage): Sharp {
  const { width, height, data } = image;
  const channels = channelsOf(image);
  // By default sharp writes grey as RGB.
  return sharp(data, { raw: { width, height, channels } }).toColourspace(channels === 1 ? 'b-w' : 'srgb');
}

/** Converts grey to RGB: half of the formats have no grey, or readers that do not support it. */
function withColor(image: TextureImage): TextureImage {
  if (channelsOf(image) !== 1) return image;
  const { width, height, data } = image;
  const rgb = new Uint8Array(data.length * 3);
  for (let i = 0, to = 0; i < data.length; i++) {
    const grey = data[i]!;
    rgb[to++] = grey;
    rgb[to++] = grey;
    rgb[to++] = grey;
  }
  return { width, height, data: rgb };
}

function channelsOf({ width, height, data }: TextureImage): 1 | 3 | 4 {
  const channels = data.length / (width * height);
  if (channels !== 1 && channels !== 3 && channels !== 4) {
    throw new RangeError(`${data.length} bytes are no ${width} × ${height} texture.`);
  }
  return channels;
}
