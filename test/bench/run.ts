import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepCompiledCode } from '../../src-main/base/processes/compiled-code.ts';
import { USAGE_ERROR } from '../run/read-arguments.ts';
import { GROUPS } from './groups.ts';
import { findWorsenings, type Worsening } from './harness/compare-reports.ts';
import { formatTable, toNumber } from './harness/format-table.ts';
import type { JudgedRow } from './harness/judge-row.ts';
import { describeMissing } from './harness/needs.ts';
import { createReport, describeMachine, readReport, readSource, writeReport } from './harness/report.ts';
import { listNeeds, runGroups } from './harness/run-groups.ts';
import { matchesGroup, matchesNames } from './harness/select-names.ts';
import { writeMarkdown } from './harness/write-markdown.ts';

const USAGE = `npm run bench -- [NAME…] [options]

NAME is a group, the beginning of one up to a slash, or the id of a row; --list prints all of them.
  --list              print the ids of the rows and what they measure
  --quick             small work and one or two runs; the heaviest rows are skipped
  --patience MINUTES  how long the run waits in all while other programs use the processors; 3 by default, 0.3 with --quick
  --json FILE         write the report to a file
  --compare FILE      exit 1 if a row is worse than in that report by more than the spread of both
  --markdown          replace the tables and curves of docs/performance.md; for a run of all groups of a clean clone`;

const PATIENCE_MINUTES = { quick: 0.3, usual: 3 } as const;
const MINUTE_MS = 60_000;
const DOCUMENT = path.join(import.meta.dirname, '../../docs/performance.md');

// As every start of the app does.
keepCompiledCode();
process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      json: { type: 'string' },
      compare: { type: 'string' },
      patience: { type: 'string' },
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
  const options = { isQuick: values.quick };
  const earlier = values.compare === undefined ? null : readReport(values.compare);
  if (earlier && earlier.isQuick !== options.isQuick) {
    return refuse('A quick run is compared with a quick run, and a full run with a full one.');
  }
  const patience = Number(values.patience ?? (values.quick ? PATIENCE_MINUTES.quick : PATIENCE_MINUTES.usual));
  if (!(patience >= 0)) return refuse('--patience takes a number of minutes.');
  const source = readSource();
  if (values.markdown && (values.quick || names.length > 0)) {
    return refuse('The document holds one full run: --markdown takes no NAME and no --quick.');
  }
  if (values.markdown && !source.isClean) {
    return refuse('The document names the measured commit: commit or remove your changes before --markdown.');
  }
  const missing = describeMissing(await listNeeds(groups));
  if (missing !== null) console.error(missing);
  const rows = await runGroups(groups, names, options, patience * MINUTE_MS);
  const report = createReport(rows, options.isQuick, source);
  console.log(`\n${describeMachine(report)}\n\n${formatTable(rows)}\n\n${count(rows)}`);
  if (process.platform !== 'linux') console.log('Processor time, memory and bytes written are read on Linux only.');
  if (values.json !== undefined) writeReport(values.json, report);
  if (values.markdown) {
    const now = readSource();
    if (!now.isClean || now.commit !== source.commit)
      return refuse('Files changed during the run: no table is written.');
    await writeMarkdown(DOCUMENT, report);
  }
  const worsenings = earlier ? findWorsenings(earlier, report) : [];
  for (const worsening of worsenings) console.log(describeWorsening(worsening));
  if (earlier && worsenings.length === 0) console.log('Nothing is worse than before by more than the spread.');
  return worsenings.length > 0 || rows.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
}

async function list(groups: readonly string[], names: readonly string[]): Promise<number> {
  for (const name of groups) {
    const group = await GROUPS[name]!();
    const rows = group(({ trials }) =>
      trials.flatMap((trial) => trial.rows.map((row) => ({ ...row, peer: row.beside?.name ?? trial.peer?.name }))),
    );
    for (const { id, what, peer } of rows) {
      if (matchesNames(id, names)) console.log(`${id.padEnd(36)} ${what} (${peer ?? 'NO PEER'})`);
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
