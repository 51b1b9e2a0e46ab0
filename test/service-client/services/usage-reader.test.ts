import { describe, expect, onTestFinished, test } from 'vitest';
import { usageRow, type UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createKeyValueStore } from '../../../src-main/queue/store/key-value-store.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createUsageStore } from '../../../src-main/queue/store/usage-store.ts';
import { createUsageReader } from '../../../src-main/service-client/services/usage-reader.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

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
  const book = createUsageReader(service, () => 5);
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
  const book = createUsageReader(service, () => 5);
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
  const book = createUsageReader(service, () => 5);
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
  const book = createUsageReader(service, () => 5);
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
  const book = createUsageReader({ getUsage }, () => 5);
  await book.refresh();
  isAway = true;
  await expect(book.refresh()).rejects.toThrow('away');
  expect(book.rows().length).toBe(10);
  isAway = false;
  await book.readOn(() => false, 10);
  expect(book.isWhole()).toBe(true);
});

describe('a history that is kept', () => {
  const opened = (home: string) => {
    const store = openQueueStore(home);
    onTestFinished(store.close);
    return store;
  };

  test('is there at once after a restart, and only what is new is asked for', async () => {
    const home = makeTempFolder();
    const service = serviceOf(450);
    service.rows[3] = row('t3', 'running');
    const first = opened(home);
    const before = createUsageReader(service, () => 5, first.usage.cacheFor('one'));
    await before.readOn(() => false, 10);
    first.close();

    service.rows[3] = row('t3');
    service.rows.unshift(row('new'));
    service.asked.length = 0;
    const { usage } = opened(home);
    const after = createUsageReader(service, () => 9, usage.cacheFor('one'));
    expect([after.rows().length, after.isWhole(), after.readAt(), service.asked]).toEqual([450, true, 5, []]);
    await after.readOn(() => after.rows().length > 100, 10);
    expect(service.asked).toEqual([]);
    await after.refresh();
    expect([service.asked, after.rows().length, after.readAt()]).toEqual([[0], 451, 9]);
    expect(after.rows().find(({ task_id: id }) => id === 't3')?.status).toBe('success');
    expect(createUsageReader(service, () => 9, usage.cacheFor('another')).rows()).toEqual([]);
  });

  test('keeps one row for each task, the newest 20,000, and none older than 400 days', () => {
    const now = Date.parse('2026-11-22T00:00:00Z');
    const at = (index: number): string => new Date(now - index * 60_000).toISOString();
    const rows = Array.from({ length: 20_050 }, (_, index) => ({ ...row(`t${index}`), created_at: at(index) }));
    const old = { ...row('old'), created_at: new Date(now - 401 * 86_400_000).toISOString() };
    const database = openQueueDatabase(makeTempFolder());
    onTestFinished(() => database.close());
    const cache = createUsageStore(database, createKeyValueStore(database), { now: () => now }).cacheFor('one');
    cache.write([...rows, old], { isWhole: true, readAt: now, isNew: false });
    cache.write(rows.slice(0, 10), { isWhole: true, readAt: now, isNew: false });
    const kept = cache.read().rows;
    expect([kept.length, kept[0]?.task_id, kept.at(-1)?.task_id]).toEqual([20_000, 't0', 't19999']);
    cache.write([row('only')], { isWhole: false, readAt: now, isNew: true });
    expect(ids(cache.read().rows)).toEqual(['only']);
  });
});
