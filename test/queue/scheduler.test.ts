import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHeap } from '../../src-main/queue/scheduling-heap.ts';
import { createScheduler, groupOf, type Scheduler } from '../../src-main/queue/scheduler.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { buildJob } from '../helpers/job-records.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';

const all = (): boolean => true;
const nothingSent = (): boolean => false;

function schedule(records: readonly JobRecord[], clock = createVirtualClock(0)): Scheduler {
  const scheduler = createScheduler(clock, nothingSent);
  for (const record of records) scheduler.update(record.id, record);
  return scheduler;
}

function takeIds(scheduler: Scheduler, most = Infinity, may: Parameters<Scheduler['next']>[0] = all): string[] {
  const ids: string[] = [];
  for (let record = scheduler.next(may); record; record = ids.length < most ? scheduler.next(may) : null) {
    scheduler.hold(record.id);
    ids.push(record.id);
  }
  return ids;
}

const plain = buildJob();
const job = (id: string, position: number, patch: Partial<JobRecord> = {}): JobRecord => ({
  ...plain,
  id,
  position,
  ...patch,
});

describe('the next job', () => {
  test('goes by priority, then each recipe in turn, then by position', () => {
    const scheduler = schedule([
      job('a1', 1),
      job('a2', 2),
      job('a3', 3),
      job('b1', 4, { recipe: 'print' }),
      job('b2', 5, { recipe: 'print' }),
      job('low', 0, { priority: 'low' }),
      job('high', 9, { priority: 'high' }),
    ]);
    expect(takeIds(scheduler)).toEqual(['high', 'a1', 'b1', 'a2', 'b2', 'a3', 'low']);
  });

  test('a recipe with thousands of jobs does not keep another one waiting', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => job(`a${n}`, n));
    const scheduler = schedule(many);
    takeIds(scheduler, 10);
    scheduler.update('b', job('b', 99_999, { recipe: 'print' }));
    expect(takeIds(scheduler, 2)).toContain('b');
  });

  test('that becomes due between two questions is not forgotten', () => {
    let elapsed = 0;
    const scheduler = createScheduler({ now: () => 0, elapsed: () => elapsed }, nothingSent);
    scheduler.update('a', job('a', 1, { status: 'waiting', retryAt: 500 }));
    elapsed = 499.9;
    expect(scheduler.next(all)).toBeNull();
    elapsed = 500.1;
    expect(scheduler.nextDueMs()).toBe(0);
    expect(scheduler.next(all)?.id).toBe('a');
  });

  test('is never one that is over or waits for a person', () => {
    const statuses = ['done', 'failed', 'unknown', 'held', 'paused', 'cancelled'] as const;
    expect(takeIds(schedule(statuses.map((status) => job(status, 1, { status }))))).toEqual([]);
  });

  test('waits for its moment, whatever the wall clock does meanwhile', async () => {
    const clock = createVirtualClock(1_000_000);
    const scheduler = schedule(
      [job('later', 1, { retryAt: 1_000_700 }), job('last', 2, { retryAt: 1_000_900 })],
      clock,
    );
    expect([scheduler.next(all), scheduler.nextDueMs()]).toEqual([null, 700]);
    clock.jump(-3_600_000);
    await clock.advance(700);
    expect(takeIds(scheduler)).toEqual(['later']);
    expect(scheduler.nextDueMs()).toBe(200);
  });

  test('is due at once when its moment lies further ahead than any pause: the wall clock was set back', () => {
    expect(takeIds(schedule([job('a', 1, { retryAt: 11 * 60_000 })]))).toEqual(['a']);
  });

  test('goes on at once when the service it waited for is there again', () => {
    const scheduler = schedule([
      job('away', 1, { status: 'offline', retryAt: 30_000 }),
      job('limited', 2, { status: 'waiting', retryAt: 30_000 }),
    ]);
    scheduler.wake('local');
    expect(takeIds(scheduler)).toEqual([]);
    scheduler.wake('cloud');
    expect(takeIds(scheduler)).toEqual(['away']);
  });

  test('passes over jobs that may not go on, within a recipe too', () => {
    const made = job('made', 2);
    const steps = made.steps.map((step) => ({ ...step, taskId: 'task' }));
    const scheduler = schedule([job('new', 1), { ...made, steps }]);
    const ordered = { serviceKey: 'cloud', category: 'generation_p', ordered: true };
    expect(groupOf({ ...made, steps }, nothingSent)).toEqual(ordered);
    // Its task may exist at the service, although the job does not have it.
    expect(groupOf(made, (id, step) => id === made.id && step === 0)).toEqual(ordered);
    expect(takeIds(scheduler, 9, ({ ordered }) => ordered)).toEqual(['made']);
    expect(takeIds(scheduler)).toEqual(['new']);
  });

  test('is known as it stands when it comes back from a hand', () => {
    const scheduler = schedule([job('a', 1), job('b', 2)]);
    takeIds(scheduler);
    scheduler.update('a', job('a', 1, { status: 'done' }));
    scheduler.update('b', job('b', 2, { notes: ['newer'] }));
    scheduler.release('a');
    scheduler.release('b');
    expect(scheduler.next(all)?.notes).toEqual(['newer']);
    scheduler.update('b', undefined);
    expect(scheduler.next(all)).toBeNull();
  });

  test('is found among 100,000 without looking at them', () => {
    const scheduler = schedule(Array.from({ length: 100_000 }, (_, n) => job(`j${n}`, n)));
    let most = 0;
    for (let taken = 0; taken < 1_000; taken++) {
      const before = scheduler.visited();
      const { id } = scheduler.next(all) as JobRecord;
      scheduler.hold(id);
      scheduler.update(id, job(id, taken, { status: 'done' }));
      scheduler.release(id);
      scheduler.nextDueMs();
      most = Math.max(most, scheduler.visited() - before);
    }
    expect(most).toBeLessThan(10);
    const before = scheduler.visited();
    expect(scheduler.next(() => false)).toBeNull();
    expect(scheduler.visited() - before).toBeLessThan(10);
  });

  test('is the one a sorted list would give, however jobs change', () => {
    const change = fc.record({
      id: fc.integer({ min: 0, max: 7 }),
      position: fc.integer({ min: 0, max: 1_000 }),
      priority: fc.constantFrom('high', 'normal', 'low'),
      status: fc.constantFrom('waiting', 'waiting', 'done', 'offline'),
    });
    fc.assert(
      fc.property(fc.uniqueArray(change, { maxLength: 40, selector: ({ position }) => position }), (changes) => {
        const scheduler = schedule([]);
        const now = new Map<string, JobRecord>();
        for (const { id, ...patch } of changes) {
          const record = buildJob({ id: `j${id}`, ...patch });
          now.set(record.id, record);
          scheduler.update(record.id, record);
        }
        const ranks = ['high', 'normal', 'low'];
        const wanted = [...now.values()]
          .filter(({ status }) => status !== 'done')
          .sort((a, b) => ranks.indexOf(a.priority) - ranks.indexOf(b.priority) || a.position - b.position);
        expect(takeIds(scheduler)).toEqual(wanted.map(({ id }) => id));
      }),
    );
  });
});

test('a heap gives back everything in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = createHeap<number>((key) => key);
      numbers.forEach(heap.push);
      const out: number[] = [];
      for (let next = heap.pop(); next !== undefined; next = heap.pop()) out.push(next);
      expect(out).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});
