import type { Texture } from '@gltf-transform/core';

/** Width and height of a texture, pixels; null without an image, for unknown types and for damaged headers. */
export function readTextureSize(texture: Texture): readonly [width: number, height: number] | null {
  try {
    return texture.getSize();
  } catch {
    // The library throws plain errors for headers it cannot read. Decoding such an image fails with a message of ours.
    return null;
  }
}
