import { z } from 'zod';

/** How much a line of the log matters, the least first. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;

/** A line of the log; nothing secret stands in it. */
export const logLine = z.object({
  /** Rises with every line of this run; those of earlier runs come before 0. */
  id: z.int(),
  /** Epoch ms. */
  at: z.number(),
  level: z.enum(LOG_LEVELS),
  /** The part of the app that says it, such as `queue`. */
  part: z.string(),
  text: z.string(),
});

/** How much a line of the log matters. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A line of the log. */
export type LogLine = Readonly<z.infer<typeof logLine>>;

/** Whether a line matters as much as that, and holds the text, whatever its case. */
export function matchesLogFilter(line: LogLine, level: LogLevel, text = ''): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level) &&
    (wanted === '' || `${line.part} ${line.text}`.toLowerCase().includes(wanted))
  );
}

/** A line as text: `2026-11-21 14:02:11.120 warn queue: …`, in UTC. */
export function formatLogLine({ at, level, part, text }: LogLine): string {
  return `${new Date(at).toISOString().slice(0, 23).replace('T', ' ')} ${level} ${part}: ${text}`;
}
