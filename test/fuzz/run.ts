import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { replaceReport } from '../long/long-report.ts';
import { readArguments, readNumber, refuseArguments } from '../run/read-arguments.ts';
import { createCaseRunner, FUZZ_TARGETS } from './fuzz-targets.ts';
import { fuzzTarget, type TargetReport } from './fuzz-loop.ts';
import { formatFuzzReport, MAX_READ_MS } from './fuzz-report.ts';

const USAGE = `npm run fuzz -- [options]

Gives hostile input of every format and interface to the readers and the app. A case that fails is made simpler and saved
in test/fuzz/corpus. A run of all targets writes its report into docs/reliability.md. The exit code is 1 when a case failed.
  --minutes N    minutes for all targets together; 5 by default
  --target NAME  only this target
  --seed N       first seed of every target; the time by default
  --cases N      end each target after so many cases; the report is not written then`;

/** Targets that are fuzzed beside each other. */
const LANES = 2;

const { values } = readArguments(USAGE, {
  options: {
    minutes: { type: 'string', default: '5' },
    target: { type: 'string' },
    seed: { type: 'string' },
    cases: { type: 'string' },
  },
});
const minutes = readNumber('--minutes', values.minutes, { min: 0.01 });
const maxCases =
  values.cases === undefined ? Infinity : readNumber('--cases', values.cases, { min: 1, isInteger: true });
const seed =
  values.seed === undefined ? Date.now() % 2 ** 31 : readNumber('--seed', values.seed, { min: 0, isInteger: true });
const targets = FUZZ_TARGETS.filter(({ name }) => values.target === undefined || name === values.target);
if (targets.length === 0) {
  refuseArguments(
    `No target is named “${values.target}”. Targets: ${FUZZ_TARGETS.map(({ name }) => name).join(', ')}.`,
  );
}
const msOfTarget = (minutes * 60_000 * Math.min(LANES, targets.length)) / targets.length;
const waiting = [...targets];
const reports: TargetReport[] = [];

async function runLane(): Promise<void> {
  const runner = createCaseRunner(MAX_READ_MS);
  for (let target = waiting.shift(); target; target = waiting.shift()) {
    const endAt = performance.now() + msOfTarget;
    const goesOn = (cases: number): boolean => cases < maxCases && performance.now() < endAt;
    const report = await fuzzTarget(target, seed, goesOn, runner.runCase, true);
    reports.push(report);
    const { name, cases, accepted, refused, failed, failures } = report;
    console.log(`${name}: ${cases} cases, ${accepted} accepted, ${refused} refused, ${failed} failures`);
    for (const failure of failures) console.log(`  ${failure.split('\n').slice(0, 4).join('\n    ')}`);
  }
  await runner.close();
}

await Promise.all(Array.from({ length: Math.min(LANES, targets.length) }, runLane));
const order = targets.map(({ name }) => name);
const sorted = reports.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
const report = formatFuzzReport(new Date().toISOString().slice(0, 10), minutes, seed, sorted);
if (values.target === undefined && maxCases === Infinity) {
  const page = path.resolve(import.meta.dirname, '../../docs/reliability.md');
  writeFileSync(
    page,
    replaceReport(readFileSync(page, 'utf8'), 'fuzz run', () => report),
  );
}
console.log(`\n${report}`);
process.exitCode = reports.every(({ cases, failed }) => cases > 0 && failed === 0) ? 0 : 1;
