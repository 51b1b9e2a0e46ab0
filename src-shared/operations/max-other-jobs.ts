/** Maximum number of other jobs that an operation runs on at once, beside the first. */
export const MAX_OTHER_JOBS = 1_000;
