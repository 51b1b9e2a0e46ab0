import type { Document } from '@gltf-transform/core';
import { EXTTextureAVIF, EXTTextureWebP } from '@gltf-transform/extensions';

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  [EXTTextureWebP.EXTENSION_NAME]: 'image/webp',
  [EXTTextureAVIF.EXTENSION_NAME]: 'image/avif',
};

/** Requires the extension for WebP if a texture is one, and removes extensions for types of images that none has. */
export function declareImageTypes(document: Document): void {
  const used = new Set(
    document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getMimeType()),
  );
  for (const extension of document.getRoot().listExtensionsUsed()) {
    const mime = IMAGE_TYPES[extension.extensionName];
    if (mime !== undefined && !used.has(mime)) extension.dispose();
  }
  if (used.has('image/webp')) document.createExtension(EXTTextureWebP).setRequired(true);
}
