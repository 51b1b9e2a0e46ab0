import os from 'node:os';
import { expect, test } from 'vitest';
import { createBenchFolder } from '../bench/bench-folder.ts';
import { CAUSES } from '../bench/causes.ts';
import { describeGrowth } from '../bench/growth/describe-growth.ts';
import { fitLargest, fitLinearithmic } from '../bench/growth/fit-exponent.ts';
import { toTrial } from '../bench/growth/growth.ts';
import { findPoints, toPointFigures } from '../bench/growth/growth-points.ts';
import { GROUPS } from '../bench/groups.ts';
import { findWorsenings } from '../bench/harness/compare-reports.ts';
import { formatTable, toNumber } from '../bench/harness/format-table.ts';
import { judgeRow, type JudgedRow } from '../bench/harness/judge-row.ts';
import { createReport, readSource, type Report } from '../bench/harness/report.ts';
import { measureTrial, type Probe } from '../bench/harness/measure-trial.ts';
import { matchesGroup, matchesNames } from '../bench/harness/select-names.ts';
import { pairRatios, summarize } from '../bench/harness/statistics.ts';
import { describeGroups, replaceBetween } from '../bench/harness/write-markdown.ts';

/** A row of these values beside a peer of 1 in every run. */
function toRow(ours: readonly number[], changes: Partial<JudgedRow> = {}, busy: string | null = null): JudgedRow {
  const theirs = ours.map(() => 1);
  return judgeRow(
    {
      ...{ id: 'queue/start', what: 'start', figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 2 } },
      ...{ peer: 'nothing else', state: 'warm', isExact: false, figures: null },
      ...{ ours: summarize(ours), theirs: summarize(theirs), ratio: summarize(pairRatios(ours, theirs)) },
      usage: { ours: null, theirs: null },
      ...{ note: null, disturbed: null },
      ...changes,
    },
    busy,
  );
}

function toReport(...rows: JudgedRow[]): Report {
  const machine = { commit: 'abcdef01', processor: 'CPU', cores: 2, node: '24.0.0' };
  return { date: '2026-01-02T03:04:05.000Z', ...machine, isQuick: false, rows };
}

const worseIds = (before: JudgedRow, now: JudgedRow): string[] =>
  findWorsenings(toReport(before), toReport(now)).map(({ id }) => id);

test('a row is worse only beyond the spread of both runs', () => {
  const before = toRow([1, 1.1, 1.2, 1.3, 1.4]);
  expect(worseIds(before, toRow([1.1, 1.2, 1.3, 1.4, 1.5]))).toEqual([]);
  expect(worseIds(before, toRow([1.8, 1.9, 2, 2.1, 2.2]))).toEqual(['queue/start']);
  expect(worseIds(toRow([1.8, 1.9, 2, 2.1, 2.2]), before)).toEqual([]);
});

test('where higher is better, a lower ratio is worse', () => {
  const higher = { better: 'higher' } as const;
  expect(worseIds(toRow([2, 2, 2, 2, 2], higher), toRow([1, 1, 1, 1, 1], higher))).toEqual(['queue/start']);
});

test('few runs count as wide, exact rows as without spread', () => {
  expect(worseIds(toRow([1, 1]), toRow([1.3, 1.3]))).toEqual([]);
  expect(worseIds(toRow([1, 1]), toRow([1.9, 1.9]))).toEqual(['queue/start']);
  expect(worseIds(toRow([1], { isExact: true }), toRow([1.01], { isExact: true }))).toEqual(['queue/start']);
});

test('a row of a busy machine is not compared, and one that fails now is worse', () => {
  const before = toRow([1, 1, 1, 1, 1]);
  expect(worseIds(before, toRow([9, 9, 9, 9, 9], {}, 'chrome 99 %'))).toEqual([]);
  const besideOthers = { goal: null, disturbed: '1 of 5 runs beside chrome 99 %' };
  expect(worseIds(before, toRow([9, 9, 9, 9, 9], besideOthers))).toEqual([]);
  const failed = toRow([], { absent: 'failed', error: 'It broke.', ours: null, theirs: null, ratio: null });
  expect(worseIds(before, failed)).toEqual(['queue/start']);
});

test('names choose groups, parts of groups and rows', () => {
  expect(matchesNames('ui/list/frames', [])).toBe(true);
  expect(matchesNames('ui/list/frames', ['ui'])).toBe(true);
  expect(matchesNames('ui/list/frames', ['ui/li'])).toBe(false);
  expect(matchesGroup('ui/list', ['ui/list/frames'])).toBe(true);
  expect(matchesGroup('ui/model', ['ui/list/frames'])).toBe(false);
});

test('numbers have three digits that count, and thousands are separated', () => {
  expect([1234.5, 12.345, 0.001234, 0, Infinity].map(toNumber)).toEqual(['1,235', '12.3', '0.00123', '0', '∞']);
});

test('the table names peer, ratio, spread, goal and verdict, and a missing peer in capitals', () => {
  const table = formatTable([toRow([1, 2, 3, 4, 5]), toRow([1], { peer: null, theirs: null, ratio: null })]);
  const [head, first, second] = table.split('\n');
  expect(head).toMatch(/^what +ours +peer +ratio +spread +goal +verdict +cpu +memory +written$/);
  expect(first).toMatch(/^start +3 ms +nothing else: 1 ms +3 × +2–4 \(1–5\) × +≤ 2 × +✗ missed/);
  expect(second).toMatch(/NO PEER.*NO PEER/);
});

test('the table lists rows that were skipped after all others', () => {
  const skipped = toRow([], { absent: 'quick', ours: null, theirs: null, ratio: null });
  const lines = formatTable([skipped, toRow([1])]).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe('skipped in a quick run: queue/start');
});

test('what lies between the markers of a document is replaced', () => {
  const text = '# A\n\n<!-- bench -->\nolder words\n<!-- /bench -->\n\nEnd';
  expect(replaceBetween(text, 'bench', () => 'new')).toBe('# A\n\n<!-- bench -->\n\nnew\n\n<!-- /bench -->\n\nEnd');
  expect(() => replaceBetween('', 'bench', (old) => old)).toThrow('<!-- bench -->');
});

test('the document has a table of each group with what was used, failed rows too, and why rows are behind', () => {
  const usage = { cpuSeconds: 1.5, peakBytes: 2 ** 30, writtenBytes: 0 };
  const behind = toRow([3], { usage: { ours: usage, theirs: { ...usage, cpuSeconds: 1 } } });
  const unknown = toRow([3], { id: 'queue/other', what: 'other' });
  const failed = toRow([], {
    id: 'watch/a',
    absent: 'failed',
    error: 'It broke.',
    ours: null,
    theirs: null,
    ratio: null,
  });
  const text = describeGroups([behind, unknown, failed], { 'queue/start': 'the index is read twice.' });
  expect(text).toMatch(/^### queue\n\n\| Measurement \|.*\| Processor time \| Memory \| Written \|\n/);
  expect(text).toContain('| 1.5 s / 1 s | 1,024 MiB / 1,024 MiB | 0 MiB / 0 MiB |');
  expect(text).toContain('\n\n- ✗ start: the index is read twice.\n- ✗ other: cause not known.\n\n### watch');
  expect(text).toContain('✗ failed: It broke.');
});

test('causes are those of known rows', async () => {
  const groups = await Promise.all(Object.values(GROUPS).map((load) => load()));
  const ids = groups.flatMap((group) => group(({ trials }) => trials.flatMap(({ rows }) => rows.map(({ id }) => id))));
  expect(Object.keys(CAUSES).filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a report names its commit, and that files differ from it', () => {
  const source = { commit: 'abcdef01', isClean: true };
  expect(createReport([], true, source).commit).toBe('abcdef01');
  expect(createReport([], true, { ...source, isClean: false }).commit).toBe('abcdef01 with changes');
});

test('a source without git is unknown and not clean', () => {
  expect(readSource(os.tmpdir())).toEqual({ commit: 'unknown', isClean: false });
});

test('the exponent of a growth is that of the power it follows', () => {
  const sizes = [10, 100, 1_000, 10_000];
  expect(fitLargest(sizes.map((n) => ({ n, ms: 3 * n ** 1.5 })))).toBeCloseTo(1.5);
  // A fixed cost hides the growth of small work.
  expect(fitLargest([{ n: 1, ms: 200 }, ...sizes.map((n) => ({ n, ms: n ** 2 }))])).toBeCloseTo(2);
  expect(fitLinearithmic(sizes)).toBeGreaterThan(1);
  expect(fitLinearithmic(sizes)).toBeLessThan(1.3);
});

test('a growth beyond n log n is marked, with its times and a picture', () => {
  const points = [10, 100, 1_000].map((n) => ({ n, ms: n ** 2 / 100 }));
  const figures = { exponent: fitLargest(points), ...toPointFigures(points) };
  const allowed = [fitLinearithmic([10, 100, 1_000])];
  const row = toRow([figures.exponent], {
    ...{ id: 'growth/jobs', goal: { ratio: 1 }, figures, theirs: summarize(allowed) },
    ratio: summarize(pairRatios([figures.exponent], allowed)),
  });
  expect(findPoints(figures)).toEqual(points);
  const failed = toRow([], {
    id: 'growth/files',
    absent: 'failed',
    error: 'It broke.',
    ours: null,
    theirs: null,
    ratio: null,
  });
  const { table, picture } = describeGrowth([{ ...judgeRow(row, null), note: '10,000: too large' }, failed]);
  expect(table).toMatch(
    /\| jobs in the queue \| 10: 1 ms, 100: 100 ms, 1,000: 10,000 ms \| 2 \(2–2\) \| .* \| 10,000: too large \| ✗ missed \|/,
  );
  expect(table).toContain('| files in a hot folder | – | – | – | – | ✗ failed: It broke. |');
  expect(picture).toContain('prefers-color-scheme: dark');
  expect(picture).toContain('>jobs in the queue</text>');
  expect(picture?.match(/<circle/g)).toHaveLength(3);
  expect(describeGrowth([toRow([1])]).picture).toBeNull();
});

test('a curve keeps its points when a size fails, and says where it ends', async () => {
  const folder = createBenchFolder();
  const sizes = [10, 100, 1_000, 10_000];
  const curve = {
    ...{ id: 'growth/test', what: 'work', sizes, quickMost: 100 },
    prepare: (n: number) =>
      n > 100 ? Promise.reject(new Error('It has too many.\nmore')) : Promise.resolve(() => Promise.resolve()),
  };
  const context = { folder, isQuick: false, prepared: new Map(), ends: new Map() };
  const trial = toTrial(curve);
  const probe: Probe = async (run) => ({ value: await run(), usage: null });
  const [row] = await measureTrial(trial, context, false, probe);
  folder.remove();
  expect(findPoints(row!.figures).map(({ n }) => n)).toEqual([10, 100]);
  expect([row?.note, row?.ours?.count]).toEqual(['1,000: It has too many.', 3]);
});
