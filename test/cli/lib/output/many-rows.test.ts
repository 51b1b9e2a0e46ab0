import { expect, test } from 'vitest';
import { readHistory } from '../../../../src-main/cli/actions/history.ts';
import { alignColumns } from '../../../../src-main/cli/lib/output/text-columns.ts';
import { sumCharged, type KnownUsage } from '../../../../src-main/ipc/views/usage-view.ts';
import { toCredits } from '../../../../src-shared/api/pricing/credits.ts';
import type { SpendingRow } from '../../../../src-shared/ipc/views/money-view.ts';

// More than a call can have arguments.
const COUNT = 200_000;

test('the history of very many orders is summed and shown', () => {
  const row = { charged: '1.50', back: null, estimate: '1.50', state: 'charged' } as SpendingRow;
  const rows = Array.from({ length: COUNT }, (_, index) => ({ ...row, at: COUNT - index }));
  const history = (before: number | null, limit: number): SpendingRow[] => {
    const start = before === null ? 0 : COUNT - before + 1;
    return rows.slice(start, start + limit);
  };
  const read = readHistory({ history }, undefined);
  expect(read.rows.length).toBe(COUNT);
  expect(read.totals).toEqual({ charged: '300000.00', back: '0.00', open: '0.00' });
  const lines = alignColumns(
    read.rows.map(({ at, charged }) => [String(at), charged ?? '']),
    [0],
  );
  expect(lines.slice(-13)).toBe('     1  1.50\n');
  const usage = rows.map(() => ({ credits: toCredits(150) }) as KnownUsage);
  expect(sumCharged(usage)).toBe(150 * COUNT);
});
