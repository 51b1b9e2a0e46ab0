/** Light a model can stand in. Apart from the light itself: the page names them before three is loaded. */
export const ENVIRONMENTS = ['studio', 'daylight', 'sunset', 'rim'] as const;

/** Light a model can stand in. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Range of the exposure, in stops around what the light is made for. */
export const EXPOSURE = { least: -3, most: 3, step: 0.25 } as const;
