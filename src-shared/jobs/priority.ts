/** Priorities of a job, highest first; recipes of the same priority alternate. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;

/** Priority of a job. */
export type Priority = (typeof PRIORITIES)[number];
