import path from 'node:path';
import { parseArgs } from 'node:util';
import { GROUPS } from './groups.ts';
import { findWorsenings, type Worsening } from './harness/compare-reports.ts';
import { formatTable, toNumber } from './harness/format-table.ts';
import { judgeRow, type JudgedRow } from './harness/judge-row.ts';
import { waitForQuiet } from './harness/machine-load.ts';
import { countRuns, describeAbsent } from './harness/measure-trial.ts';
import { createReport, describeMachine, readReport, writeReport } from './harness/report.ts';
import type { RunOptions } from './harness/row.ts';
import { matchesGroup, matchesNames } from './harness/select-names.ts';
import { startGroup } from './harness/start-group.ts';
import { writeMarkdown } from './harness/write-markdown.ts';

const USAGE = `npm run bench -- [NAME…] [options]

NAME is a group, the beginning of one up to a slash, or the id of a row; --list prints all of them.
  --list           print the ids of the rows and what they measure
  --quick          small work and few runs, in three to four minutes; heavy rows are skipped
  --full           the largest sizes of the growth curves
  --json FILE      write the report to a file
  --compare FILE   exit 1 if a row is worse than in that report by more than the spread of both
  --markdown       write the tables of the measured groups to docs/performance.md; not after a quick run
  --from FOLDER    the folder where the packages of the group libraries are installed`;

/** How long a run waits for a quiet machine, all groups together. */
const PATIENCE_MS = { quick: 20_000, usual: 180_000 } as const;
const DOCUMENT = path.join(import.meta.dirname, '../../docs/performance.md');
const USAGE_ERROR = 2;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      json: { type: 'string' },
      compare: { type: 'string' },
      from: { type: 'string' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const groups = Object.keys(GROUPS).filter((name) => matchesGroup(name, names));
  const unknown = names.filter((name) => !groups.some((group) => matchesGroup(group, [name])));
  if (unknown.length > 0) return refuse(`No row or group is named ${unknown.join(', ')}.`);
  if (values.list) return list(groups, names);
  const options = {
    isQuick: values.quick,
    isFull: values.full,
    librariesFolder: values.from === undefined ? null : path.resolve(values.from),
  };
  const earlier = values.compare === undefined ? null : readReport(values.compare);
  if (earlier && earlier.isQuick !== options.isQuick) {
    return refuse('A quick run is compared with a quick run, and a full run with a full one.');
  }
  if (values.markdown && values.quick) return refuse('The document holds full runs only.');
  const rows = await runGroups(groups, names, options);
  const report = createReport(rows, options.isQuick);
  console.log(`\n${describeMachine(report)}\n\n${formatTable(rows)}\n\n${count(rows)}`);
  if (process.platform !== 'linux') console.log('Processor time, memory and bytes written are read on Linux only.');
  if (values.json !== undefined) writeReport(values.json, report);
  if (values.markdown) await writeMarkdown(DOCUMENT, report);
  const worsenings = earlier ? findWorsenings(earlier, report) : [];
  for (const worsening of worsenings) console.log(describeWorsening(worsening));
  if (earlier && worsenings.length === 0) console.log('Nothing is worse than before by more than the spread.');
  return worsenings.length > 0 || rows.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

async function runGroups(groups: readonly string[], names: readonly string[], options: RunOptions) {
  const rows: JudgedRow[] = [];
  let patienceMs: number = options.isQuick ? PATIENCE_MS.quick : PATIENCE_MS.usual;
  for (const name of groups) {
    const start = performance.now();
    const busy = (await isTimed(name, names, options)) ? await waitForQuiet(patienceMs) : null;
    const waitedMs = performance.now() - start;
    patienceMs = Math.max(0, patienceMs - waitedMs);
    const measured = await startGroup({ name, names, options }).catch((cause: unknown) => failGroup(name, cause));
    const wanted = measured.filter(({ id }) => matchesNames(id, names));
    rows.push(...wanted.map((row) => judgeRow(row, busy)));
    const seconds = ((performance.now() - start - waitedMs) / 1000).toFixed(0);
    console.error(`${name}: ${wanted.length} rows in ${seconds} s`);
  }
  return rows;
}

/** Whether other processes could disturb a group: it has wanted trials that are neither exact nor skipped. */
async function isTimed(name: string, names: readonly string[], { isQuick }: RunOptions): Promise<boolean> {
  const group = await GROUPS[name]!();
  return group(({ trials }) =>
    trials.some((trial) => {
      const isWanted = trial.rows.some(({ id }) => matchesNames(id, names));
      return isWanted && trial.isExact !== true && countRuns(trial, isQuick) > 0;
    }),
  );
}

/** The rows of a group whose process ended early. */
async function failGroup(name: string, cause: unknown) {
  const error = cause instanceof Error ? cause.message : String(cause);
  const group = await GROUPS[name]!();
  return group(({ trials }) => trials.flatMap((trial) => describeAbsent(trial, false, { absent: 'failed', error })));
}

async function list(groups: readonly string[], names: readonly string[]): Promise<number> {
  for (const name of groups) {
    const group = await GROUPS[name]!();
    const rows = group(({ trials }) =>
      trials.flatMap((trial) => trial.rows.map((row) => ({ ...row, peer: trial.peer }))),
    );
    for (const { id, what, peer } of rows) {
      if (matchesNames(id, names)) console.log(`${id.padEnd(36)} ${what} (${peer?.name ?? 'NO PEER'})`);
    }
  }
  return 0;
}

function count(rows: readonly JudgedRow[]): string {
  return [...Map.groupBy(rows, ({ verdict }) => verdict)].map(([verdict, of]) => `${of.length} ${verdict}`).join(', ');
}

function describeWorsening({ id, before, now, spread, of }: Worsening): string {
  if (of === 'failed') return `✗ ${id} failed; it was measured before.`;
  const unit = of === 'ratio' ? ' ×' : '';
  return `✗ ${id} is worse: ${toNumber(before)}${unit} before, ${toNumber(now)}${unit} now, spread ${toNumber(spread)}${unit}.`;
}

function refuse(reason: string): number {
  console.error(`${reason}\n\n${USAGE}`);
  return USAGE_ERROR;
}
