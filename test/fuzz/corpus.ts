import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FuzzInput } from './fuzz-target.ts';

const FOLDER = path.join(import.meta.dirname, 'corpus');
/** A line for each case: the target and name, the seed it came from, and how it failed. */
const INDEX = path.join(FOLDER, 'index.txt');
const EXTENSION = '.case';

/** Saves a case that failed, with a line in the index; returns its name. */
export function saveCase(target: string, seed: string, input: FuzzInput, failure: string): string {
  const bytes = Buffer.from(input);
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = path.join(FOLDER, target, name + EXTENSION);
  if (existsSync(file)) return name;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  appendFileSync(INDEX, `${target}/${name} (${seed}): ${toLine(failure)}\n`);
  return name;
}

/** The names of the saved cases of a target. */
export function listCases(target: string): string[] {
  const folder = path.join(FOLDER, target);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.endsWith(EXTENSION)).map((name) => path.basename(name, EXTENSION));
}

/** The bytes of a saved case. */
export function readCase(target: string, name: string): Buffer {
  return readFileSync(path.join(FOLDER, target, name + EXTENSION));
}

/** The lines of the index. */
export function readIndex(): string[] {
  return existsSync(INDEX) ? readFileSync(INDEX, 'utf8').trimEnd().split('\n') : [];
}

/** The first line of a failure, without what differs from computer to computer. */
function toLine(failure: string): string {
  return (failure.split('\n')[0] ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 160);
}
