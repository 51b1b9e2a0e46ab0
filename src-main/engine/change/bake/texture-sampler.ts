import type { TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import type { TextureImage } from '../../base/texture/texture-image.ts';

const CLAMP_TO_EDGE = 33071;
const MIRRORED_REPEAT = 33648;

/** Writes the RGBA of a texture at a uv (0 to 255, as stored) into `texel`. */
export type TextureSampler = (u: number, v: number, texel: number[]) => void;

/**
 * Creates a sampler that reads an RGB or RGBA image as glTF specifies: bilinear between texel centres (glTF 2.0,
 * 3.8.4), repeated, mirrored or clamped according to `info`, with its KHR_texture_transform applied. uv (0, 0) is the
 * top left corner.
 */
export function createTextureSampler(image: TextureImage, info: TextureInfo): TextureSampler {
  const { width, height, data } = image;
  const channels = data.length / (width * height);
  const row = width * channels;
  const wrapS = createWrap(info.getWrapS(), width);
  const wrapT = createWrap(info.getWrapT(), height);
  const transform = info.getExtension<Transform>('KHR_texture_transform');
  const [offsetU, offsetV] = transform?.getOffset() ?? [0, 0];
  const [scaleU, scaleV] = transform?.getScale() ?? [1, 1];
  const cos = Math.cos(transform?.getRotation() ?? 0);
  const sin = Math.sin(transform?.getRotation() ?? 0);

  return (u, v, texel) => {
    const x = (cos * u * scaleU + sin * v * scaleV + offsetU) * width - 0.5;
    const y = (cos * v * scaleV - sin * u * scaleU + offsetV) * height - 0.5;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const right = x - left;
    const down = y - top;
    const x0 = wrapS(left) * channels;
    const x1 = wrapS(left + 1) * channels;
    const y0 = wrapT(top) * row;
    const y1 = wrapT(top + 1) * row;
    texel[3] = 255;
    for (let k = 0; k < channels; k++) {
      const above = data[y0 + x0 + k]! * (1 - right) + data[y0 + x1 + k]! * right;
      const below = data[y1 + x0 + k]! * (1 - right) + data[y1 + x1 + k]! * right;
      texel[k] = above * (1 - down) + below * down;
    }
  };
}

function createWrap(mode: number, size: number): (place: number) => number {
  if (mode === CLAMP_TO_EDGE) return (place) => Math.min(size - 1, Math.max(0, place));
  if (mode === MIRRORED_REPEAT) {
    return (place) => {
      const turned = ((place % (2 * size)) + 2 * size) % (2 * size);
      return turned < size ? turned : 2 * size - 1 - turned;
    };
  }
  // Most coordinates are inside, and a division takes longer than the check.
  return (place) => (place >= 0 && place < size ? place : ((place % size) + size) % size);
}

/** Converts an sRGB value to linear light, both 0 to 1 (IEC 61966-2-1). */
export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
