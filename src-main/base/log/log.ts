import { AppError } from '../../../src-shared/base/errors.ts';
import type { LogLine } from '../../../src-shared/base/log-line.ts';
import type { LogLevel } from '../../../src-shared/base/log-levels.ts';
import { maskLines } from '../mask-control-characters.ts';
import { appendLine, logPath, readLines } from './log-file.ts';
import { redactKnown, redact } from './redact.ts';

/** Maximum number of lines in memory. */
const MAX_LINES = 2_000;

/** Number of lines of earlier runs that are loaded when a home is opened. */
const EARLIER_LINES = 500;

/** Longer lines are cut. */
const LONGEST_LINE = 4_000;

/** Longer texts are cut before they are redacted, which may shorten them. */
const LONGEST_UNREDACTED = 2 * LONGEST_LINE;

/** The log of the app. Secrets are removed before a line is stored, written or shown. */
export interface Log {
  /** Logs a normal event. */
  info(part: string, text: string): void;
  /** Logs a warning that the user already receives in another way. */
  note(part: string, text: string): void;
  /** Logs a warning; shown on stderr as well. */
  warn(part: string, text: string, thrown?: unknown): void;
  /** Logs an error; shown on stderr as well. */
  error(part: string, text: string, thrown?: unknown): void;
  /** Lines after an id, oldest first; absent: all in memory. */
  lines(after?: number): LogLine[];
  /** Calls a listener with every line; returns a function that stops this. */
  onLine(listen: (line: LogLine) => void): () => void;
  /** Redacts this value in all lines from now on. */
  hide(secret: string): void;
  /** A text with the hidden values redacted, otherwise unchanged. */
  conceal(text: string): string;
  /** A text with the hidden values, and everything that looks like a secret, redacted. */
  clean(text: string): string;
  /** Also writes to the log of a home, and loads the last lines of its earlier runs; returns a function that stops this. */
  open(home: string): () => void;
}

/** A log that keeps its lines in memory; `say` receives the lines for stderr. */
export function createLog(say: (words: string) => void = (words) => console.error(words)): Log {
  const secrets = new Set<string>();
  const listeners = new Set<(line: LogLine) => void>();
  const files = new Set<string>();
  let held: LogLine[] = [];
  let lastId = 0;

  const clean = (text: string): string => redact(text, secrets);
  const cleanLine = (text: string): string => {
    // Known secrets may contain any character: they are removed before the cut, which could split them.
    const whole = redactKnown(text, secrets);
    const start = cutBetweenWords(whole);
    const safe = redact(start);
    return safe.length > LONGEST_LINE || start.length < whole.length ? `${safe.slice(0, LONGEST_LINE)}…` : safe;
  };
  const write = (level: LogLevel, part: string, words: string, thrown?: unknown): string => {
    const text = cleanLine(thrown === undefined ? words : `${words}: ${describeThrown(thrown)}`);
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
    warn: (part, text, thrown) => say(maskLines(write('warn', part, text, thrown))),
    error: (part, text, thrown) => say(maskLines(write('error', part, text, thrown))),
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
      // Their ids belong to other runs.
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

/** The start of a long text without the last word, which may be the first part of a secret. */
function cutBetweenWords(text: string): string {
  if (text.length <= LONGEST_UNREDACTED) return text;
  let end = LONGEST_UNREDACTED;
  while (end > 0 && !/[\s"'<>]/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** An error as text: a failure by its code, a bug with its stack, both with their causes. */
function describeThrown(thrown: unknown): string {
  if (thrown instanceof AppError) return `${thrown.code}: ${thrown.message}`;
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\ncaused by ${describeThrown(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}

/** The log of this process. */
export const log = createLog();
