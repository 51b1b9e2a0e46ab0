import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { selectChangedParts } from './run/changed-parts.ts';
import { installPrograms } from './run/install-programs.ts';
import { checkCounts, type Outcome } from './run/outcome.ts';
import { PARTS, type Part } from './run/parts.ts';
import { listSlowest, type TestFileTime } from './run/slowest-files.ts';

/** Checks that may run beside each other: two of them use both cores of a small machine. */
const LANES = 2;
/** Test files that the summary names. */
const SLOWEST = 10;

/** A part that has run. */
interface FinishedPart {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly times: readonly TestFileTime[];
}

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
// Everything below finds this very Node and the project's own tools first.
process.env['PATH'] = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);

process.exitCode = await run(process.argv.slice(2));

/**
 * `npm test`: every part in order, stopping at nothing; ends with the counts on a line of their own. Names choose parts,
 * `--changed` those that the changed files can reach.
 */
async function run(args: readonly string[]): Promise<number> {
  const isChanged = args.includes('--changed');
  const names = args.filter((arg) => arg !== '--changed');
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = ['--changed', ...PARTS.map(({ name }) => name)].join(', ');
    process.stderr.write(`No part is called ${unknown.join(', ')}: ${known}.\n`);
    return 2;
  }
  const parts = isChanged ? await selectChangedParts() : PARTS;
  const chosen = parts.filter(({ name }) => names.length === 0 || names.includes(name));
  const outcomes = chosen.some(({ needsPrograms }) => needsPrograms) ? [...(await installPrograms())] : [];
  const finished: FinishedPart[] = [];
  for (const group of groupsOf(chosen)) finished.push(...(await runGroup(group)));
  outcomes.push(...finished.map(({ outcome }) => outcome));
  printTimes(finished);
  const sum = (key: keyof Outcome): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
  return sum('failed') > 0 ? 1 : 0;
}

/** The parts in order, those that run beside each other together. */
function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (part.isStatic && last?.[0]?.isStatic) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

async function runGroup(group: readonly Part[]): Promise<FinishedPart[]> {
  const waiting = [...group];
  const finished: FinishedPart[] = [];
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) finished.push(await runPart(part));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return finished;
}

/** Runs one part and says how it went; what a suite prints is shown as it comes, the rest only when it fails. */
async function runPart({ name, title, isStatic, run }: Part): Promise<FinishedPart> {
  if (!isStatic) heading(`${name}: ${title}`);
  const startedAt = performance.now();
  const { output, times, ...counts } = await run();
  const outcome = checkCounts(counts);
  const seconds = (performance.now() - startedAt) / 1000;
  if (isStatic) heading(`${name}: ${title}`);
  if (outcome.failed > 0 && output !== '') process.stdout.write(`${output}\n`);
  if (counts.passed + counts.failed === 0) process.stdout.write('Not one test ran.\n');
  process.stdout.write(`${describe(outcome)}, ${seconds.toFixed(1)} s\n`);
  return { name, outcome, seconds, times };
}

function describe({ passed, failed, skipped }: Outcome): string {
  return `${failed > 0 ? 'FAILED' : 'ok'}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Seconds of each part and the slowest files, so that a slow test shows the day it comes. */
function printTimes(finished: readonly FinishedPart[]): void {
  heading('times');
  for (const { name, outcome, seconds } of finished) {
    process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${name}, ${describe(outcome)}\n`);
  }
  const slowest = listSlowest(
    finished.flatMap(({ times }) => times),
    SLOWEST,
  );
  if (slowest.length > 0) process.stdout.write('\nslowest files\n');
  for (const { file, ms } of slowest) {
    process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(root, resolve(file))}\n`);
  }
}

function heading(text: string): void {
  process.stdout.write(`\n== ${text}\n`);
}
