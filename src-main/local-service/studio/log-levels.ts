/** How much a process of a studio logs; apart from the log, so that reading a configuration does not load it. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** One of them. */
export type LogLevel = (typeof LOG_LEVELS)[number];
