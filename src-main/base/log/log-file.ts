import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { logLine, type LogLine } from '../../../src-shared/base/log-line.ts';

/** A file of this size is rotated. */
const LARGEST_BYTES = 1024 ** 2;

/** Number of rotated files; the oldest is deleted. */
const KEPT = 3;

/** Path of the log of a home. */
export function logPath(home: string): string {
  return path.join(home, 'logs', 'dropforge.log');
}

/** Adds a line to a log of a home, one JSON object per line, and rotates a full file. Write errors are ignored. */
export function appendLine(file: string, line: object): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_BYTES) putAside(file);
    // Written synchronously: the last line before a crash matters most.
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // An error must not occur only because logging fails.
  }
}

/** The last lines of a home's log, oldest first; invalid lines are left out. */
export function readLines(file: string, most: number): LogLine[] {
  return readLinesAs(file, most, logLine);
}

/** As `readLines`, for a log whose lines have another format. */
export function readLinesAs<T>(file: string, most: number, shape: z.ZodType<T>): T[] {
  const texts: string[] = [];
  for (let age = 0; age <= KEPT && texts.length < most; age++) {
    texts.unshift(...readTexts(age === 0 ? file : aside(file, age)).slice(-(most - texts.length)));
  }
  return texts.flatMap((text) => parseAs(text, shape) ?? []);
}

/** Parses a line of the file; null: invalid, such as a truncated line. */
export function parseLine(text: string): LogLine | null {
  return parseAs(text, logLine);
}

function parseAs<T>(text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function readTexts(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

function putAside(file: string): void {
  rmSync(aside(file, KEPT), { force: true });
  for (let age = KEPT - 1; age >= 0; age--) {
    const from = age === 0 ? file : aside(file, age);
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, aside(file, age + 1));
  }
}

function aside(file: string, age: number): string {
  return file.replace(/\.log$/, `.${age}.log`);
}
