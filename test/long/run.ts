import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments, readNumber, refuseArguments } from '../run/read-arguments.ts';
import { listLongChecks, type LongCheck } from './long-checks.ts';
import { formatRow, mergeRows, type LongResult } from './long-report.ts';

const USAGE = `npm run test:long -- [NAME…] [options]

Crash tests, simulation and damaged files in numbers that take too long for npm test. Without a NAME, all checks run but
those that take a night; --list prints them. Each check replaces its row in docs/reliability.md. The exit code is 1 when one
failed.
  --list     print the checks and what they do
  --scale N  makes each check so many times as long; 1 by default
  --seed N   repeats a run; the time by default`;

const { values, positionals } = readArguments(USAGE, {
  options: {
    list: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
const scale = readNumber('--scale', values.scale, { min: 0.0001 });
const seed =
  values.seed === undefined ? Date.now() % 2 ** 31 : readNumber('--seed', values.seed, { min: 0, isInteger: true });
const checks = listLongChecks(scale, seed);
if (values.list) {
  for (const { name, what } of checks) console.log(`${name}: ${what}`);
  process.exit(0);
}
const unknown = positionals.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  refuseArguments(`No check is named “${unknown.join('”, “')}”. Checks: ${checks.map(({ name }) => name).join(', ')}.`);
}
const chosen = checks.filter(({ name, isOvernight }) =>
  positionals.length === 0 ? !isOvernight : positionals.includes(name),
);
const results: LongResult[] = [];
for (const check of chosen) results.push(await runCheck(check));

const page = join(root, 'docs/reliability.md');
const date = new Date().toISOString().slice(0, 10);
const rows = results.map((result) => formatRow(date, seed, result));
writeFileSync(page, mergeRows(readFileSync(page, 'utf8'), rows));
console.log(`\n${rows.join('\n')}`);
process.exitCode = results.every(({ isWell }) => isWell) ? 0 : 1;

function runCheck({ name, what, command, env }: LongCheck): Promise<LongResult> {
  console.log(`\n== ${name}: ${what}`);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.once('close', (code) => {
      const minutes = (performance.now() - startedAt) / 60_000;
      resolve({ name, what, isWell: code === 0, minutes, summary: summaryOf(output) });
    });
  });
}

/** The line of a test runner with its counts, or else the last line. */
function summaryOf(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.findLast((line) => /^Tests\s/.test(line)) ?? lines.findLast((line) => line !== '') ?? '';
}
