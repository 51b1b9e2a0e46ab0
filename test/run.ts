import { delimiter, dirname, join, resolve } from 'node:path';
import { installBrowser } from './run/install-browser.ts';
import { PARTS, type Part } from './run/parts.ts';
import { checkCounts, type Outcome } from './run/outcome.ts';

/** Checks that may run beside each other: two of them use both cores of a small machine. */
const LANES = 2;

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
// Everything below finds this very Node and the project's own tools first.
process.env['PATH'] = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);

process.exitCode = await run(process.argv.slice(2));

/** `npm test`: every part in order, stopping at nothing; ends with the counts on a line of their own. */
async function run(asked: readonly string[]): Promise<number> {
  const unknown = asked.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`No part is called ${unknown.join(', ')}: ${PARTS.map(({ name }) => name).join(', ')}.\n`);
    return 2;
  }
  const chosen = PARTS.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const outcomes: Outcome[] = [];
  if (chosen.some(({ needsBrowser }) => needsBrowser)) outcomes.push(...(await installBrowser()));
  for (const group of groupsOf(chosen)) outcomes.push(...(await runGroup(group)));
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

async function runGroup(group: readonly Part[]): Promise<Outcome[]> {
  const waiting = [...group];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) outcomes.push(await runPart(part));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}

/** Runs one part and says how it went; what a suite prints is shown as it comes, the rest only when it fails. */
async function runPart({ name, title, isStatic, run }: Part): Promise<Outcome> {
  if (!isStatic) heading(`${name}: ${title}`);
  const startedAt = performance.now();
  const { output, ...counts } = await run();
  const outcome = checkCounts(counts);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok';
  if (isStatic) heading(`${name}: ${title}`);
  if (outcome.failed > 0 && output !== '') process.stdout.write(`${output}\n`);
  if (counts.passed + counts.failed === 0) process.stdout.write('Not one test ran.\n');
  const { passed, failed, skipped } = outcome;
  process.stdout.write(`${verdict}, ${seconds} s: ${passed} passed, ${failed} failed, ${skipped} left out\n`);
  return outcome;
}

function heading(text: string): void {
  process.stdout.write(`\n== ${text}\n`);
}
