/** Texture edge in pixels by `texture_quality` (spec 4.3, 4.4); a picture seldom holds more than the largest. */
export const TEXTURE_SIZES = { fast: 512, standard: 1024, detailed: 2048, extreme: 2048 } as const;
