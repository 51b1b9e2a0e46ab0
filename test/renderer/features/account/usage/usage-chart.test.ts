import { expect, test } from 'vitest';
import type { UsageSum, UsageView } from '../../../../../src-shared/ipc/views/account-view.ts';
import { buildUsageChart } from '../../../../../src-renderer/features/account/usage/usage-chart.ts';
import { toUsageCsv } from '../../../../../src-renderer/features/account/usage/usage-csv.ts';
import { listLastDays, formatDayKey } from '../../../../../src-renderer/features/account/usage/usage-days.ts';

const sum = (day: string, operation: string, credits: string, tasks = 1): UsageSum => {
  return { day, operation, credits, tasks, recipe: null, folder: null };
};
const DAYS = ['2026-11-19', '2026-11-20', '2026-11-21'];
const byOperation = ({ operation }: UsageSum): string => operation;

test('every day has a bar, its parts in the order of the legend, the largest first', () => {
  const sums = [sum('2026-11-21', 'b', '0.20'), sum('2026-11-21', 'a', '0.10'), sum('2026-11-19', 'a', '110.00')];
  const chart = buildUsageChart([...sums, sum('2026-11-18', 'c', '999.00')], DAYS, 'credits', byOperation);
  expect(chart.bars).toEqual([
    { day: '2026-11-19', amount: '110.00', parts: [{ key: 'a', amount: '110.00' }] },
    { day: '2026-11-20', amount: '0.00', parts: [] },
    {
      day: '2026-11-21',
      amount: '0.30',
      parts: [
        { key: 'a', amount: '0.10' },
        { key: 'b', amount: '0.20' },
      ],
    },
  ]);
  expect([chart.legend.map(({ key }) => key), chart.amount]).toEqual([['a', 'b'], '110.30']);
  expect(chart.ticks).toEqual([0, 50, 100, 150]);
});

test('of many parts the smaller ones are put together, and nothing is lost', () => {
  const sums = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => sum('2026-11-20', key, `${10 - index}.00`));
  const chart = buildUsageChart(sums, DAYS, 'credits', byOperation);
  expect(chart.legend).toEqual([
    { key: 'a', amount: '10.00' },
    { key: 'b', amount: '9.00' },
    { key: 'c', amount: '8.00' },
    { key: 'd', amount: '7.00' },
    { key: null, amount: '15.00' },
  ]);
  expect(chart.amount).toBe('49.00');
});

test('tasks are counted in whole numbers', () => {
  const chart = buildUsageChart([sum('2026-11-20', 'a', '0.00', 2)], DAYS, 'tasks', byOperation);
  expect([chart.amount, chart.ticks]).toEqual(['2.00', [0, 1, 2]]);
  expect(buildUsageChart([], DAYS, 'credits', byOperation).ticks).toHaveLength(2);
});

test('the last days end today and pass over a change of the clock', () => {
  const days = listLastDays(400, new Date(2026, 10, 21, 0, 5).getTime());
  expect([days.at(-1), days.at(-2), new Set(days).size]).toEqual(['2026-11-21', '2026-11-20', 400]);
  expect(formatDayKey(new Date(2026, 0, 3, 23, 59).getTime())).toBe('2026-01-03');
});

test('no cell of the saved table is a formula', () => {
  const row = {
    taskId: 't',
    at: 0,
    operation: 'convert_model',
    status: 'success',
    state: 'success',
    credits: '5.00',
  } as const;
  const rest = { held: null, jobId: 'j', recipe: '@x', folder: null, listed: true };
  const rows: UsageView[] = [{ ...row, ...rest, name: '=1+1, “a”.png' }];
  expect(toUsageCsv(rows)).toBe(
    'time,job,recipe,operation,status,credits,held,task\r\n' +
      `1970-01-01T00:00:00.000Z,"'=1+1, “a”.png","'@x",convert_model,success,5.00,,t\r\n`,
  );
});
