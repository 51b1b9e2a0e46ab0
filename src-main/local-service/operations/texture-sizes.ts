import type { Note } from '../../../src-shared/api/notes.ts';

/** Texture edge in pixels by `texture_quality` (spec 4.3, 4.4); a picture seldom holds more than the largest. */
export const TEXTURE_SIZES = { fast: 512, standard: 1024, detailed: 2048, extreme: 2048 } as const;

/** Says where a `texture_quality` is no better here than one that costs less elsewhere. */
export function noteTextureSize(quality: keyof typeof TEXTURE_SIZES | undefined): Note[] {
  if (quality !== 'extreme') return [];
  return [`texture_quality extreme is the same as detailed here: textures of ${TEXTURE_SIZES.extreme} pixels.`];
}
