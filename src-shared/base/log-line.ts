import { z } from 'zod';
import { LOG_LEVELS, type LogLevel } from './log-levels.ts';

/** A line of the log; it contains no secrets. */
export const logLine = z.object({
  /** Increases with every line of this run; lines of earlier runs have negative ids. */
  id: z.int(),
  /** Epoch ms. */
  at: z.number(),
  level: z.enum(LOG_LEVELS),
  /** The part of the app that logged it, such as `queue`. */
  part: z.string(),
  text: z.string(),
});

export type LogLine = Readonly<z.infer<typeof logLine>>;

/** True if a line has at least this level and contains the text, ignoring case. */
export function matchesLogFilter(line: LogLine, level: LogLevel, text = ''): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    LOG_LEVELS.indexOf(line.level) >= LOG_LEVELS.indexOf(level) &&
    (wanted === '' || `${line.part} ${line.text}`.toLowerCase().includes(wanted))
  );
}

/** Formats a line in UTC: `2026-11-21 14:02:11.120 warn queue: …`. */
export function formatLogLine({ at, level, part, text }: LogLine): string {
  return `${new Date(at).toISOString().slice(0, 23).replace('T', ' ')} ${level} ${part}: ${text}`;
}
