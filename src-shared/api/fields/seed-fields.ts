/** Seed fields: the same seed and source give the same result. */
export const SEED_FIELDS = ['model_seed', 'texture_seed', 'image_seed'] as const;
