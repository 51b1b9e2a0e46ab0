/** Maximum number of jobs per source in one order. */
export const MAX_VARIANTS = 16;
