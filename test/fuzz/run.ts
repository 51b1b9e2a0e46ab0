import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { replaceReport } from '../long/long-report.ts';
import { createCaseRunner, FUZZ_TARGETS } from './fuzz-targets.ts';
import { fuzzTarget, type TargetReport } from './fuzz-loop.ts';
import { formatFuzzReport, MAX_READ_MS } from './fuzz-report.ts';

// `npm run fuzz`: hostile input for every format and interface, from seeds. `--minutes` (5) are shared by the targets,
// `--target` chooses one, `--seed` (the time) is the first seed, `--cases` ends a target after so many cases. A case that
// fails is made simpler and saved in test/fuzz/corpus. A run of all targets writes its report into docs/reliability.md.
// Exit code 1 when a case failed.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    target: { type: 'string' },
    seed: { type: 'string' },
    cases: { type: 'string', default: 'Infinity' },
  },
});
/** Targets that are fuzzed beside each other. */
const LANES = 2;

const minutes = Number(values.minutes);
const maxCases = Number(values.cases);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const targets = FUZZ_TARGETS.filter(({ name }) => values.target === undefined || name === values.target);
if (targets.length === 0) {
  console.error(`No target is called ${values.target}: ${FUZZ_TARGETS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
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
process.exitCode = reports.every(({ failed }) => failed === 0) ? 0 : 1;
