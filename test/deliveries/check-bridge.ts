import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { runTests } from '../bridges/python.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** A line of the bridge's core, without its indent, and the lines in its place. */
export interface BridgeBug {
  /** In `assets/bridges/dropforge_bridge`. */
  readonly file: string;
  readonly line: string;
  readonly mutant: readonly string[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const CORE = 'assets/bridges/dropforge_bridge';
const TESTS = 'test/bridges/python';

/** Runs one test of a module against a copy of the bridge's core. Fails if the copy does not have the line exactly once. */
export async function checkBridge(module: string, name: string, bug?: BridgeBug): Promise<void> {
  const copy = makeTempFolder();
  for (const folder of [CORE, TESTS]) cpSync(path.join(ROOT, folder), path.join(copy, folder), { recursive: true });
  if (bug) plantBug(path.join(copy, CORE, bug.file), bug);
  const { code, errors } = await runTests(path.join(copy, TESTS), module, name);
  const failed = [...errors.matchAll(/^(?:FAIL|ERROR): \w+/gm)].map(([line]) => line);
  expect(failed, [...failed, errors].join('\n')).toEqual([]);
  expect([code, errors]).toEqual([0, expect.stringMatching(/^Ran 1 test /m)]);
}

function plantBug(file: string, { line, mutant }: BridgeBug): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = lines.flatMap((each, at) => (each.trim() === line ? [at] : []));
  if (places.length !== 1) throw new Error(`${file} has this line ${places.length} times: ${line}`);
  const [at = 0] = places;
  const indent = lines[at]?.slice(0, lines[at].indexOf(line)) ?? '';
  writeFileSync(file, lines.toSpliced(at, 1, ...mutant.map((each) => indent + each)).join('\n'));
}
