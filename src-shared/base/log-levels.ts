/** Severity levels of the log, lowest first. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;

/** A severity level. */
export type LogLevel = (typeof LOG_LEVELS)[number];
