import { expect, test } from 'vitest';
import { describeGrowth } from '../bench/growth/describe-growth.ts';
import { fitLargest, fitLinearithmic } from '../bench/growth/fit-exponent.ts';
import { findPoints, toPointFigures } from '../bench/growth/growth-points.ts';
import { findWorsenings } from '../bench/harness/compare-reports.ts';
import { formatTable, toNumber } from '../bench/harness/format-table.ts';
import { judgeRow, type JudgedRow } from '../bench/harness/judge-row.ts';
import type { Report } from '../bench/harness/report.ts';
import { matchesGroup, matchesNames } from '../bench/harness/select-names.ts';
import { pairRatios, summarize } from '../bench/harness/statistics.ts';
import { mergeTables, replaceBetween } from '../bench/harness/write-markdown.ts';

/** A row of these values beside a peer of 1 in every run. */
function toRow(ours: readonly number[], changes: Partial<JudgedRow> = {}, busy: string | null = null): JudgedRow {
  const theirs = ours.map(() => 1);
  return judgeRow(
    {
      ...{ id: 'queue/start', what: 'start', figure: 'ms', unit: 'ms', better: 'lower', goal: { ratio: 2 } },
      ...{ peer: 'nothing else', state: 'warm', isExact: false, figures: null },
      ...{ ours: summarize(ours), theirs: summarize(theirs), ratio: summarize(pairRatios(ours, theirs)) },
      usage: { ours: null, theirs: null },
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
  expect(head).toMatch(/^what +ours +peer +ratio +spread +goal +verdict +used$/);
  expect(first).toMatch(/^start +3 ms +nothing else: 1 ms +3 × +2–4 \(1–5\) × +≤ 2 × +✗ missed/);
  expect(second).toMatch(/NO PEER.*NO PEER/);
});

test('the table lists rows that were skipped after all others', () => {
  const skipped = toRow([], { absent: 'quick', ours: null, theirs: null, ratio: null });
  const lines = formatTable([skipped, toRow([1])]).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe('skipped in a quick run: queue/start');
});

test('the document gets a table for each measured group and keeps those of others', () => {
  const text = '# A\n\n<!-- bench -->\nolder words\n\n### watch\n\nkept\n<!-- /bench -->\n\nEnd';
  const merged = replaceBetween(text, 'bench', (old) => mergeTables(old, toReport(toRow([1]))));
  expect(merged).toMatch(/^# A\n\n<!-- bench -->\n\n### watch\n\nkept\n\n### queue\n\n/);
  expect(merged).toContain('2026-01-02, commit abcdef01, CPU, 2 cores, Node 24.0.0.\n\n| Measurement');
  expect(merged).not.toContain('older words');
  expect(merged.endsWith('<!-- /bench -->\n\nEnd')).toBe(true);
  expect(() => replaceBetween('', 'bench', (old) => old)).toThrow('<!-- bench -->');
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
  const { table, picture } = describeGrowth([judgeRow(row, null)])!;
  expect(table).toMatch(/\| jobs in the queue \| 10: 1 ms, 100: 100 ms, 1,000: 10,000 ms \| 2 \| .* \| ✗ missed \|/);
  expect(picture).toContain('prefers-color-scheme: dark');
  expect(picture).toContain('>jobs in the queue</text>');
  expect(picture.match(/<circle/g)).toHaveLength(3);
  expect(describeGrowth([toRow([1])])).toBeNull();
});
