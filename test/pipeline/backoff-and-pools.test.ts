import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../src-main/service-client/rates/backoff.ts';
import { createTaskPools } from '../../src-main/pipeline/task-pools.ts';
import { CATEGORIES } from '../../src-shared/api/models/categories.ts';

describe('the pause before another try', () => {
  test.each([
    [0, 1_000],
    [1, 2_000],
    [4, 16_000],
    [5, 32_000],
    [6, 32_000],
    [1_000, 32_000],
  ])('after %i failures is %i ms and up to a quarter more', (failures, ms) => {
    expect(backoffMs(failures, null, 0, () => 0)).toBe(ms);
    expect(backoffMs(failures, null, 0, () => 1)).toBe(ms * 1.25);
  });

  test('the service’s own word comes first, within ten minutes', () => {
    expect(backoffMs(9, 10_700, 10_000, () => 0)).toBe(700);
    expect(backoffMs(0, 10_700, 10_000, () => 1)).toBe(950);
    expect(backoffMs(0, 1e12, 0, () => 0)).toBe(600_000);
  });

  test('a word that has passed counts no more', () => expect(backoffMs(0, 500, 1_000, () => 0)).toBe(1_000));

  test('is always a pause a timer can take', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.option(fc.nat()),
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, at, now, r) => {
          const ms = backoffMs(n, at, now, () => r);
          expect(ms).toBeGreaterThan(0);
          expect(ms).toBeLessThanOrEqual(600_250);
        },
      ),
    );
  });
});

describe('a pool of the service', () => {
  const never = new AbortController().signal;

  test('lets in first who came first', async () => {
    const pools = createTaskPools();
    const order: number[] = [];
    const first = await pools.enter('image', never);
    const rest = [1, 2, 3].map(async (place) => {
      const leave = await pools.enter('image', never);
      order.push(place);
      leave();
    });
    first();
    await Promise.all(rest);
    expect(order).toEqual([1, 2, 3]);
  });

  test('a place given back twice is one place', async () => {
    const pools = createTaskPools();
    const leave = await pools.enter('image', never);
    leave();
    leave();
    await pools.enter('image', never);
    const abort = new AbortController();
    const second = pools.enter('image', abort.signal);
    abort.abort(new Error('still full'));
    await expect(second).rejects.toThrow('still full');
  });

  test('the categories do not wait for each other', async () => {
    const pools = createTaskPools();
    await pools.enter('image', never);
    await expect(pools.enter('mesh', never)).resolves.toBeTypeOf('function');
  });

  test('is never fuller than it may be, and no place leaks, however people come, go and give up', async () => {
    const actions = fc.array(fc.constantFrom('enter', 'leave', 'abort_waiting', 'enter_aborted'), { maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(actions, fc.constantFrom('image', 'processing'), async (steps, category) => {
        const pools = createTaskPools();
        const inside: (() => void)[] = [];
        const waiting = new Set<AbortController>();
        const size = CATEGORIES[category].concurrency;
        for (const step of steps) {
          const abort = new AbortController();
          if (step === 'enter_aborted') abort.abort(new Error('no'));
          if (step === 'enter' || step === 'enter_aborted') {
            waiting.add(abort);
            void pools.enter(category, abort.signal).then(
              (leave) => (waiting.delete(abort), inside.push(leave)),
              () => waiting.delete(abort),
            );
          } else if (step === 'leave') inside.shift()?.();
          else [...waiting].at(-1)?.abort(new Error('no'));
          await new Promise(setImmediate);
          expect(inside.length).toBeLessThanOrEqual(size);
          if (waiting.size > 0) expect(inside.length).toBe(size);
        }
        for (const abort of waiting) abort.abort(new Error('over'));
        for (const leave of inside) leave();
        await new Promise(setImmediate);
        const places = Array.from({ length: size }, () => pools.enter(category, never));
        await expect(Promise.all(places)).resolves.toHaveLength(size);
      }),
      { numRuns: 60 },
    );
  });
});
