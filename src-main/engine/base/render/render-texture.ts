import type { Texture, TextureInfo } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import { openWithSharp } from '../image/open-with-sharp.ts';

/** A decoded texture with the sampling parameters of its material. */
export interface RenderTexture {
  readonly width: number;
  readonly height: number;
  /** One number per texel, red in the lowest byte, then green, blue and alpha; sRGB, rows from the top. */
  readonly texels: Uint32Array;
  readonly wrapS: number;
  readonly wrapT: number;
  /** True for nearest-neighbour sampling (the sampler's magnification filter is NEAREST). */
  readonly isPixelArt: boolean;
  /** KHR_texture_transform as a matrix: u' = a·u + b·v + c, v' = d·u + e·v + f. */
  readonly transform: readonly [number, number, number, number, number, number];
}

const MAX_PIXELS = 64 * 2 ** 20;
const NEAREST = 9728;

/**
 * Decodes a glTF texture to at most `edge` pixels. Returns null if there is none or it cannot be decoded, because a
 * preview without a texture is better than none.
 */
export async function loadRenderTexture(
  texture: Texture | null,
  info: TextureInfo | null,
  edge: number,
): Promise<RenderTexture | null> {
  const image = texture?.getImage();
  if (!image || !info) return null;
  try {
    const { data, info: out } = await openWithSharp(image, { limitInputPixels: MAX_PIXELS })
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = out;
    const isPixelArt = info.getMagFilter() === NEAREST;
    const transform = transformOf(info);
    const texels = new Uint32Array(new Uint8Array(data).buffer);
    return { width, height, texels, wrapS: info.getWrapS(), wrapT: info.getWrapT(), isPixelArt, transform };
  } catch {
    return null;
  }
}

function transformOf(info: TextureInfo): RenderTexture['transform'] {
  const transform = info.getExtension<Transform>('KHR_texture_transform');
  if (!transform) return [1, 0, 0, 0, 1, 0];
  const [ox, oy] = transform.getOffset();
  const [sx, sy] = transform.getScale();
  const sin = Math.sin(transform.getRotation());
  const cos = Math.cos(transform.getRotation());
  return [cos * sx, sin * sy, ox, -sin * sx, cos * sy, oy];
}
