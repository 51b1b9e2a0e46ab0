import { expect, test } from 'vitest';
import { usageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import type { UsageFilter } from '../../../src-shared/ipc/views/account-view.ts';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { matchesUsageFilter, sumUsage, toKnownUsage, toUsageView } from '../../../src-main/ipc/views/usage-view.ts';

const at = (day: number): string => new Date(2026, 10, day, 12).toISOString();
const rows = [
  { task_id: 'a', type: 'image_to_model', status: 'running', created_at: at(21), credits_consumed: 0 },
  { task_id: 'b', type: 'convert_model', status: 'success', created_at: at(21), credits_consumed: 5.1 },
  { task_id: 'c', type: 'convert_model', status: 'success', created_at: at(20), credits_consumed: 0.2 },
  { task_id: 'd', type: 'convert_model', status: 'success', created_at: at(20), credits_consumed: 0.1 },
  { task_id: 'e', type: 'image_to_model', status: 'half_done', created_at: 'yesterday', credits_consumed: null },
].map((row) => usageRow.parse(row));
const job = { jobId: 'j', name: 'Lamp.png', recipe: 'game', origin: null, listed: true, estimate: toCredits(11_000) };
const known = toKnownUsage(rows, {
  ownersOf: () =>
    new Map([
      ['a', job],
      ['b', job],
    ]),
});
const ALL: UsageFilter = { operation: null, recipe: null, state: null, text: '', from: null, to: null };
const wanted = (filter: Partial<UsageFilter>): string[] =>
  known.filter((row) => matchesUsageFilter(row, { ...ALL, ...filter })).map(({ taskId }) => taskId);

test('rows carry the job they belong to, and an estimate while nothing is charged', () => {
  expect(known.map(toUsageView)).toMatchObject([
    { taskId: 'a', state: 'open', credits: null, held: '110.00', name: 'Lamp.png', recipe: 'game' },
    { taskId: 'b', state: 'success', credits: '5.10', held: null, listed: true },
    { taskId: 'c', jobId: null, name: null, recipe: null, listed: false },
    { taskId: 'd', credits: '0.10' },
    { taskId: 'e', state: 'other', status: 'half_done', at: null, credits: null },
  ]);
});

test('a filter narrows by operation, recipe, state, day and words', () => {
  expect(wanted({})).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(wanted({ operation: 'convert_model' })).toEqual(['b', 'c', 'd']);
  expect(wanted({ recipe: 'game' })).toEqual(['a', 'b']);
  expect(wanted({ state: 'open' })).toEqual(['a']);
  expect(wanted({ from: '2026-11-20', to: '2026-11-20' })).toEqual(['c', 'd']);
  expect(wanted({ text: '  lamp ' })).toEqual(['a', 'b']);
  expect(wanted({ text: 'convert', from: '2026-11-21' })).toEqual(['b']);
});

test('sums are exact and leave out what has no day', () => {
  expect(sumUsage(known)).toEqual([
    { day: '2026-11-21', operation: 'image_to_model', recipe: 'game', folder: null, credits: '0.00', tasks: 1 },
    { day: '2026-11-21', operation: 'convert_model', recipe: 'game', folder: null, credits: '5.10', tasks: 1 },
    { day: '2026-11-20', operation: 'convert_model', recipe: null, folder: null, credits: '0.30', tasks: 2 },
  ]);
});
