import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import {
  matchesLogFilter,
  LOG_LEVELS,
  formatLogLine,
  type LogLevel,
  type LogLine,
} from '../../../src-shared/base/log-line.ts';
import { resolveHome } from '../../settings/home.ts';
import { logPath, parseLine, readLines } from '../../base/log/log-file.ts';
import { maskControlCharacters } from '../lib/output/command-result.ts';

/** Lines of before that are shown. */
const MAX_LINES = 500;

/** How often the file is looked at while it is followed. */
const POLL_MS = 300;

/** `dropforge log`: the log of a home, and with `--follow` what is added to it, until it is interrupted. */
export async function showLog(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      follow: { type: 'boolean', default: false },
      level: { type: 'string', default: 'info' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const level = readLevel(values.level);
  const file = logPath(resolveHome(values.home, process.env).path);
  const show = (lines: readonly LogLine[]): void => {
    for (const line of lines) {
      if (matchesLogFilter(line, level)) process.stdout.write(`${values.json ? JSON.stringify(line) : shown(line)}\n`);
    }
  };
  let from = sizeOf(file);
  show(readLines(file, MAX_LINES));
  if (!values.follow) return 0;
  const timer = setInterval(() => {
    const { lines, end } = readFrom(file, from);
    from = end;
    show(lines);
  }, POLL_MS);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  clearInterval(timer);
  return 0;
}

function readLevel(given: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === given);
  if (level) return level;
  throw new AppError('config_invalid', `There are ${LOG_LEVELS.join(', ')}.`, { subject: '--level' });
}

/** A stack has several lines. */
function shown(line: LogLine): string {
  return formatLogLine(line).split('\n').map(maskControlCharacters).join('\n');
}

/** The whole lines after a place in the file, and the place after them; a file that was put aside begins anew. */
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
