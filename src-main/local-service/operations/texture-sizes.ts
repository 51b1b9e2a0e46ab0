import type { Document } from '@gltf-transform/core';
import { engineMessage, type Note } from '../../../src-shared/api/messages/engine/engine-message.ts';

/** Texture edge in pixels by `texture_quality` (spec 4.3, 4.4), if the source has as much detail. */
export const TEXTURE_SIZES = { fast: 512, standard: 1024, detailed: 2048, extreme: 4096 } as const;

/** A note if a `texture_quality` above the default had less effect, because the source has no more detail; 0: no texture. */
export function textureSizeNotes(quality: keyof typeof TEXTURE_SIZES | undefined, made: number): Note[] {
  if (!quality || made === 0 || TEXTURE_SIZES[quality] <= TEXTURE_SIZES.standard) return [];
  if (made >= TEXTURE_SIZES[quality]) return [];
  return [engineMessage('field.texture-quality', { quality, size: made })];
}

/** Note for a texture without the lighting of its images. */
export const DELIGHT_NOTE: Note = engineMessage('field.delighted');

/** Edge length of a model's largest base colour texture in pixels; 0: none. */
export function findTextureSize(document: Document): number {
  const sizes = document
    .getRoot()
    .listMaterials()
    .map((material) => Math.max(0, ...(material.getBaseColorTexture()?.getSize() ?? [])));
  return Math.max(0, ...sizes);
}
