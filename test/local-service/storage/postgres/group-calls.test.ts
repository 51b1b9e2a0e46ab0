import { expect, test } from 'vitest';
import { groupCalls } from '../../../../src-main/local-service/storage/postgres/group-calls.ts';

/** Doubles numbers in groups that end one by one, and keeps the groups. */
function openDoubler(limits: { readonly calls: number; readonly groups: number }) {
  const groups: (readonly number[])[] = [];
  const endings: (() => void)[] = [];
  const double = groupCalls(async (calls: readonly number[]) => {
    groups.push(calls);
    await new Promise<void>((end) => endings.push(end));
    if (calls.includes(13)) throw new Error('the whole group failed');
    return calls.map((call) => (call < 0 ? new Error(`${call} is negative`) : call * 2));
  }, limits);
  const endNext = async (): Promise<void> => {
    await expect.poll(() => endings.length).toBeGreaterThan(0);
    endings.shift()?.();
  };
  return { groups, double, endNext };
}

test('calls of one turn share a group; those that come meanwhile wait for the next', async () => {
  const { groups, double, endNext } = openDoubler({ calls: 10, groups: 1 });
  const first = Promise.all([double(1), double(2)]);
  await expect.poll(() => groups.length).toBe(1);
  const later = Promise.all([double(3), double(4), double(5)]);
  await endNext();
  expect(await first).toEqual([2, 4]);
  await endNext();
  expect(await later).toEqual([6, 8, 10]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('a group has its limit, and further groups run beside it up to theirs', async () => {
  const { groups, double, endNext } = openDoubler({ calls: 2, groups: 2 });
  const first = Promise.all([1, 2, 3].map(double));
  await expect.poll(() => groups.length).toBe(2);
  const later = Promise.all([4, 5].map(double));
  await endNext();
  await expect.poll(() => groups.length).toBe(3);
  for (let group = 0; group < 2; group++) await endNext();
  expect([await first, await later]).toEqual([
    [2, 4, 6],
    [8, 10],
  ]);
  expect(groups).toEqual([[1, 2], [3], [4, 5]]);
});

test('a group has a size, and a larger call is a group of its own', async () => {
  const groups: (readonly number[])[] = [];
  const keep = groupCalls(
    async (calls: readonly number[]) => {
      groups.push(calls);
      return Promise.resolve(calls);
    },
    { calls: 3, groups: 1, size: 10 },
    (call) => call,
  );
  const calls = [4, 6, 1, 2, 3, 4, 50, 9];
  expect(await Promise.all(calls.map(keep))).toEqual(calls);
  expect(groups).toEqual([[4, 6], [1, 2, 3], [4], [50], [9]]);
});

test('a call fails alone, and with its group where the group fails; the next group runs', async () => {
  const { double, endNext } = openDoubler({ calls: 10, groups: 1 });
  const one = Promise.allSettled([double(1), double(-2)]);
  await endNext();
  expect(await one).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('-2 is negative') },
  ]);
  const failing = Promise.allSettled([double(13), double(1)]);
  await endNext();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = double(7);
  await endNext();
  expect(await next).toBe(14);
});

/** Adds one to numbers, in groups that reject with `error` where one of their numbers is negative. */
function openAdder(error: Error) {
  const groups: (readonly number[])[] = [];
  const add = groupCalls(
    async (calls: readonly number[]) => {
      groups.push(calls);
      await Promise.resolve();
      if (calls.some((call) => call < 0)) throw error;
      return calls.map((call) => call + 1);
    },
    { calls: 10, groups: 1 },
  );
  return { groups, add };
}

const withCode = (code: string) => Object.assign(new Error(`error ${code}`), { code });

test.each([withCode('22021'), withCode('23514'), withCode('54000'), new RangeError('Invalid string length')])(
  'the data of one call fails that call alone: %s',
  async (error) => {
    const { groups, add } = openAdder(error);
    const ended = await Promise.allSettled([1, 2, -3, 4, 5].map(add));
    expect(ended.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as unknown)))).toEqual([
      2,
      3,
      error,
      5,
      6,
    ]);
    expect(groups).toEqual([[1, 2, -3, 4, 5], [1], [2], [-3], [4], [5]]);
    expect(await add(6)).toBe(7);
  },
);

test.each([withCode('08006'), withCode('57P01'), withCode('40001'), withCode('ECONNRESET'), new Error('closed')])(
  'a group that may have been done is not run again: %s',
  async (error) => {
    const { groups, add } = openAdder(error);
    const ended = await Promise.allSettled([1, 2, -3, 4, 5].map(add));
    expect(ended).toEqual(Array.from({ length: 5 }, () => ({ status: 'rejected', reason: error })));
    expect(groups).toEqual([[1, 2, -3, 4, 5]]);
  },
);
