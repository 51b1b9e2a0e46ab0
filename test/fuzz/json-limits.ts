/** Processor time of a case of a JSON target. */
export const MAX_CPU_MS = 20_000;
