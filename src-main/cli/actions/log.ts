import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { matchesLogFilter, formatLogLine, type LogLine } from '../../../src-shared/base/log-line.ts';
import type { LogLevel } from '../../../src-shared/base/log-levels.ts';
import { logPath, parseLine, readLines } from '../../base/log/log-file.ts';
import { maskLines } from '../../base/mask-control-characters.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { listenForInterrupt } from '../lib/interrupt.ts';

/** Earlier lines that are shown. */
const MAX_LINES = 500;

/** Interval at which the file is read while it is followed. */
const POLL_MS = 300;

/** Options of `dropforge log`. */
export interface LogInput {
  readonly follow: boolean;
  readonly level: LogLevel;
}

/** Prints the log of a home; with `follow` also new lines until it is interrupted. */
export async function showLog({ follow, level }: LogInput, { home, json }: CommandContext): Promise<number> {
  const file = logPath(home.path);
  const show = (lines: readonly LogLine[]): void => {
    for (const line of lines) {
      if (matchesLogFilter(line, level)) process.stdout.write(`${json ? JSON.stringify(line) : formatLine(line)}\n`);
    }
  };
  let from = sizeOf(file);
  show(readLines(file, MAX_LINES));
  if (!follow) return 0;
  const timer = setInterval(() => {
    const { lines, end } = readFrom(file, from);
    from = end;
    show(lines);
  }, POLL_MS);
  await listenForInterrupt().interrupted;
  clearInterval(timer);
  return 0;
}

/** A line of the log, which has several lines where it holds a stack. */
function formatLine(line: LogLine): string {
  return maskLines(formatLogLine(line));
}

/** The complete lines after an offset, and the offset after them; a file that was rotated is read from its start. */
function readFrom(file: string, from: number): { readonly lines: readonly LogLine[]; readonly end: number } {
  const size = sizeOf(file);
  const start = size < from ? 0 : from;
  if (size === start) return { lines: [], end: start };
  const bytes = Buffer.alloc(size - start);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, bytes.length, start);
  } finally {
    closeSync(opened);
  }
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  const lines = whole
    .toString('utf8')
    .split('\n')
    .flatMap((text) => parseLine(text) ?? []);
  return { lines, end: start + whole.length };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
