import { AppError } from '../../../src-shared/base/errors.ts';
import type { LogLevel, LogLine } from '../../../src-shared/base/log-line.ts';
import { appendLine, logPath, readLines } from './log-file.ts';
import { redactKnown, redact } from './redact.ts';

/** Lines held in memory. */
const MAX_LINES = 2_000;

/** Lines of earlier runs that are taken over when a home is opened. */
const EARLIER_LINES = 500;

/** A longer line is cut. */
const LONGEST_LINE = 4_000;

/** What the app says about itself. Everything that is secret is taken out before a line is held, written or shown. */
export interface Log {
  /** What happened in the ordinary course of things. */
  info(part: string, text: string): void;
  /** A warning that a person hears of in another way already. */
  note(part: string, text: string): void;
  /** What a person may want to look at, though all goes on; shown on stderr as well. */
  warn(part: string, text: string, thrown?: unknown): void;
  /** What went wrong; shown on stderr as well. */
  error(part: string, text: string, thrown?: unknown): void;
  /** Lines after an id, oldest first; absent: all that are held. */
  lines(after?: number): LogLine[];
  /** Hears every line; returns the way to stop. */
  onLine(listen: (line: LogLine) => void): () => void;
  /** Never lets this value into a line, from now on. */
  hide(secret: string): void;
  /** A text without the values that are hidden; all else stays. */
  conceal(text: string): string;
  /** A text without the values that are hidden, nor anything that looks like them. */
  clean(text: string): string;
  /** Writes into the log of a home as well, and takes over the last lines of its earlier runs; returns the way to stop. */
  open(home: string): () => void;
}

/** A log that holds its lines in memory; `say` gets what is to stand on stderr. */
export function createLog(say: (words: string) => void = (words) => console.error(words)): Log {
  const secrets = new Set<string>();
  const listeners = new Set<(line: LogLine) => void>();
  const files = new Set<string>();
  let held: LogLine[] = [];
  let lastId = 0;

  const clean = (text: string): string => redact(text, secrets);
  const write = (level: LogLevel, part: string, words: string, thrown?: unknown): string => {
    const whole = clean(thrown === undefined ? words : `${words}: ${describeThrown(thrown)}`);
    const text = whole.length > LONGEST_LINE ? `${whole.slice(0, LONGEST_LINE)}…` : whole;
    const line = { id: ++lastId, at: Date.now(), level, part, text };
    held.push(line);
    if (held.length > MAX_LINES) held = held.slice(-MAX_LINES / 2);
    for (const file of files) appendLine(file, line);
    for (const listen of listeners) listen(line);
    return `dropforge: ${part}: ${text}`;
  };

  return {
    info: (part, text) => void write('info', part, text),
    note: (part, text) => void write('warn', part, text),
    warn: (part, text, thrown) => say(write('warn', part, text, thrown)),
    error: (part, text, thrown) => say(write('error', part, text, thrown)),
    lines: (after = -Infinity) => held.filter(({ id }) => id > after),
    onLine: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    hide: (secret) => void secrets.add(secret),
    conceal: (text) => redactKnown(text, secrets),
    clean,
    open: (home) => {
      const file = logPath(home);
      const earlier = readLines(file, EARLIER_LINES);
      // Their ids are of other runs.
      const renumbered = earlier.map((line, index) => ({
        ...line,
        id: index - earlier.length - 1,
        text: clean(line.text),
      }));
      held = [...renumbered, ...held.filter(({ id }) => id > 0)];
      files.add(file);
      return () => void files.delete(file);
    },
  };
}

/** What was thrown, in words: a failure by its code, a bug with its stack, both with what caused them. */
function describeThrown(thrown: unknown): string {
  if (thrown instanceof AppError) return `${thrown.code}: ${thrown.message}`;
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\ncaused by ${describeThrown(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}

/** The log of this process. */
export const log = createLog();
