import { expect, test } from 'vitest';
import { usageRow, type UsageRow } from '../../src-shared/api/endpoints.ts';
import { createUsageBook } from '../../src-main/service-client/usage-book.ts';

const row = (id: string, status = 'success'): UsageRow =>
  usageRow.parse({
    task_id: id,
    type: 'image_to_model',
    status,
    created_at: '2026-11-21T10:00:00Z',
    credits_consumed: 1,
  });

/** A service with so many tasks, newest first, that gives 200 at once and counts its questions. */
function serviceOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => row(`t${index}`));
  const asked: number[] = [];
  const getUsage = async (offset: number): Promise<UsageRow[]> => {
    asked.push(offset);
    return rows.slice(offset, offset + 200);
  };
  return { rows, asked, getUsage };
}
const ids = (rows: readonly UsageRow[]): string[] => rows.map(({ task_id: id }) => id);

test('one page is read first, and older ones only until there are enough', async () => {
  const service = serviceOf(1_000);
  const book = createUsageBook(service, () => 5);
  expect([book.readAt(), book.isWhole()]).toEqual([null, false]);
  await book.readOn(() => book.rows().length > 300, 10);
  expect([book.rows().length, book.readAt(), book.isWhole()]).toEqual([380, 5, false]);
  expect(service.asked).toEqual([0, 180]);
  await book.readOn(() => false, 2);
  expect(book.rows().length).toBe(740);
  await book.readOn(() => false, 10);
  expect([ids(book.rows()), book.isWhole()]).toEqual([ids(service.rows), true]);
});

test('rows that came meanwhile stand before the others, each task once', async () => {
  const service = serviceOf(500);
  const book = createUsageBook(service, () => 5);
  await book.readOn(() => false, 1);
  service.rows.unshift(row('new1'), row('new2'));
  await book.readOn(() => false, 10);
  await book.refresh();
  expect(ids(book.rows())).toEqual(ids(service.rows));
  expect(book.isWhole()).toBe(true);
});

test('a task that was under way is read until its end is known, however far back it stands', async () => {
  const service = serviceOf(450);
  service.rows[420] = row('t420', 'running');
  const book = createUsageBook(service, () => 5);
  await book.readOn(() => false, 10);
  service.rows[420] = row('t420');
  service.asked.length = 0;
  await book.refresh();
  expect(book.rows()[420]?.status).toBe('success');
  expect(service.asked.length).toBe(3);
  service.asked.length = 0;
  await book.refresh();
  expect(service.asked).toEqual([0]);
});

test('where too much is new to meet what is known, the old rows go and are read anew', async () => {
  const service = serviceOf(100);
  const book = createUsageBook(service, () => 5);
  await book.readOn(() => false, 10);
  service.rows.unshift(...Array.from({ length: 3_000 }, (_, index) => row(`n${index}`)));
  await book.refresh();
  expect(book.isWhole()).toBe(false);
  expect(ids(book.rows())).toEqual(ids(service.rows).slice(0, book.rows().length));
});

test('what was read stays when the service goes away', async () => {
  const service = serviceOf(10);
  let isAway = false;
  const getUsage = async (offset: number): Promise<UsageRow[]> => {
    if (isAway) throw new Error('away');
    return service.getUsage(offset);
  };
  const book = createUsageBook({ getUsage }, () => 5);
  await book.refresh();
  isAway = true;
  await expect(book.refresh()).rejects.toThrow('away');
  expect(book.rows().length).toBe(10);
  isAway = false;
  await book.readOn(() => false, 10);
  expect(book.isWhole()).toBe(true);
});
