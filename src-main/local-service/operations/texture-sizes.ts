import type { Document } from '@gltf-transform/core';
import type { Note } from '../../../src-shared/api/messages/notes.ts';

/** Texture edge in pixels by `texture_quality` (spec 4.3, 4.4), if the source has as much detail. */
export const TEXTURE_SIZES = { fast: 512, standard: 1024, detailed: 2048, extreme: 4096 } as const;

/** Says where a `texture_quality` that asks for more than usual got less, because the source has no more detail; 0: no texture. */
export function textureSizeNotes(quality: keyof typeof TEXTURE_SIZES | undefined, made: number): Note[] {
  if (!quality || made === 0 || TEXTURE_SIZES[quality] <= TEXTURE_SIZES.standard) return [];
  if (made >= TEXTURE_SIZES[quality]) return [];
  return [`texture_quality ${quality} gives textures of ${made} pixels here: the source has no more detail.`];
}

/** What is said of a texture without the light of its images. */
export const DELIGHT_NOTE: Note = 'delight took away the light that the shape explains; cast shadows stay.';

/** Edge of a model's largest base colour texture in pixels; 0: it has none. */
export function findTextureSize(document: Document): number {
  const sizes = document
    .getRoot()
    .listMaterials()
    .map((material) => Math.max(0, ...(material.getBaseColorTexture()?.getSize() ?? [])));
  return Math.max(0, ...sizes);
}
