/** Light environments. Separate from the light itself, because the page needs their names before three is loaded. */
export const ENVIRONMENTS = ['studio', 'daylight', 'sunset', 'rim'] as const;

/** A light environment. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Exposure range, in stops relative to the environment's own. */
export const EXPOSURE = { least: -3, most: 3, step: 0.25 } as const;
