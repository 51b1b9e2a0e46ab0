import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { toLocalDay } from '../../src-main/queue/spending/local-day.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import type { NewSource, BatchOptions } from '../../src-main/queue/create-job-records.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createQueue, type Queue } from '../../src-main/queue/queue.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { createFakeNetwork } from '../helpers/service/fake-network.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock, virtualSystem } from '../helpers/virtual-clock.ts';

const OPTIONS: BatchOptions = { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null };
const sources = (...names: string[]): NewSource[] =>
  names.map((name) => ({ path: `/nowhere/${name}.png`, kind: 'picture', bytes: 1 }));
const names = (queue: Queue): string[] => queue.list().map(({ name }) => name.replace('.png', ''));
const idsOf = (queue: Queue, ...wanted: string[]): string[] =>
  wanted.map((name) => queue.records().find((record) => record.name === `${name}.png`)?.id ?? '');

/** A queue that only keeps its jobs. */
function openQueue(home = path.join(makeTempFolder(), 'home')) {
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return { queue, home };
}

describe('the order of the queue', () => {
  test('changes as it is asked to, before and after, and stays so', async () => {
    const { queue, home } = openQueue();
    queue.add(sources('a', 'b', 'c', 'd', 'e'), OPTIONS);
    queue.move(idsOf(queue, 'd', 'b'), { before: idsOf(queue, 'a')[0] as string });
    expect(names(queue)).toEqual(['b', 'd', 'a', 'c', 'e']);
    queue.move(idsOf(queue, 'b'), { after: idsOf(queue, 'e')[0] as string });
    expect(names(queue)).toEqual(['d', 'a', 'c', 'e', 'b']);
    queue.add(sources('f'), OPTIONS);
    await queue.close();
    const again = openQueue(home).queue;
    expect(names(again)).toEqual(['d', 'a', 'c', 'e', 'b', 'f']);
    expect(new Set(again.records().map(({ position }) => position)).size).toBe(6);
  });

  test('refuses a place that is none, and stays as it was', () => {
    const { queue } = openQueue();
    queue.add(sources('a', 'b'), OPTIONS);
    const [a] = idsOf(queue, 'a') as [string];
    expect(() => queue.move([a], { before: a })).toThrow(AppError);
    expect(() => queue.move([a], { after: 'nobody' })).toThrow(AppError);
    expect(names(queue)).toEqual(['a', 'b']);
  });

  test('a priority is kept', async () => {
    const { queue, home } = openQueue();
    queue.add(sources('a', 'b'), OPTIONS);
    queue.prioritise(idsOf(queue, 'b'), 'high');
    await queue.close();
    expect(
      openQueue(home)
        .queue.list()
        .map(({ priority }) => priority),
    ).toEqual(['normal', 'high']);
  });
});

describe('a pause', () => {
  test('of the whole queue outlives a restart: nothing is taken in hand, and whoever waits is told', async () => {
    const { queue, home } = openQueue();
    queue.pause();
    await queue.close();
    const { queue: again } = openQueue(home);
    const [record] = again.add(sources('a'), OPTIONS);
    again.start();
    await again.whenSettled([record?.id ?? '']);
    expect([again.isPaused(), again.records()[0]?.startedAt]).toEqual([true, null]);
    again.resume();
    expect(again.records()[0]?.startedAt).not.toBeNull();
  });

  test('of one job stops it before it costs, outlives a restart, and can be taken back or turned into a stop', async () => {
    const { queue, home } = openQueue();
    queue.add(sources('a', 'b'), OPTIONS);
    queue.pause(idsOf(queue, 'a', 'b'));
    await queue.close();
    const { queue: again } = openQueue(home);
    expect(again.list().map(({ status }) => status)).toEqual(['paused', 'paused']);
    again.resume(idsOf(again, 'a'));
    again.cancel(idsOf(again, 'b'));
    expect(again.list().map(({ status }) => status)).toEqual(['waiting', 'cancelled']);
  });
});

test('a job that was over a cap, was cancelled, retried and paused, resumes without going past the cap', async () => {
  const { queue, home } = openQueue();
  const [record] = queue.add(sources('a'), OPTIONS) as [JobRecord];
  await queue.close();
  const store = openQueueStore(home);
  store.jobs.saveJob({ ...record, status: 'paused', overCap: { cap: 'day', day: toLocalDay(Date.now()) } });
  store.close();
  const { queue: again } = openQueue(home);
  again.cancel([record.id]);
  again.retry([record.id]);
  again.pause([record.id]);
  again.resume([record.id]);
  expect(again.records()).toMatchObject([{ status: 'waiting', pauseRequested: false }]);
  expect(again.records()[0]?.waivedCaps).toBeUndefined();
});

describe('a disk that fails', () => {
  /** A queue whose database takes only so many more writes of a job. */
  function openFullQueue() {
    const home = path.join(makeTempFolder(), 'home');
    const disk = { writesLeft: Infinity };
    const store = openQueueStore(home);
    const saveJob = (record: JobRecord): void => {
      if (disk.writesLeft-- <= 0) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      store.jobs.saveJob(record);
    };
    const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
    const deps = { home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home };
    const queue = createQueue({ ...deps, store: { ...store, jobs: { ...store.jobs, saveJob } } });
    onTestFinished(() => queue.close());
    return { queue, home, disk };
  }

  test('with room for one more write leaves a paused job that is stopped cancelled, not in between', async () => {
    const { queue, home, disk } = openFullQueue();
    queue.add(sources('a'), OPTIONS);
    queue.pause(idsOf(queue, 'a'));
    disk.writesLeft = 1;
    queue.cancel(idsOf(queue, 'a'));
    expect(disk.writesLeft).toBe(0);
    await queue.close();
    expect(openQueue(home).queue.list()).toMatchObject([{ status: 'cancelled' }]);
  });

  test('may leave a job paused that nobody asked to pause; it goes on when it is told to', async () => {
    const { queue, home } = openQueue();
    const [record] = queue.add(sources('a'), OPTIONS) as [JobRecord];
    await queue.close();
    const store = openQueueStore(home);
    store.jobs.saveJob({ ...record, status: 'paused', pauseRequested: false });
    store.close();
    const { queue: again } = openQueue(home);
    expect(again.list()).toMatchObject([{ status: 'paused' }]);
    again.resume([record.id]);
    expect(again.list()).toMatchObject([{ status: 'waiting' }]);
  });
});

describe('without a network', () => {
  test('nothing fails or counts, one call at a time tries, and all go on when it is back', async () => {
    const clock = createVirtualClock();
    const system = virtualSystem(clock);
    const state = { isUp: false };
    const network = createFakeNetwork(async () => {
      await clock.pause(10);
      // Up, it refuses what is wanted; that is enough to see that everybody was heard.
      return state.isUp ? { status: 400, data: { code: 1004, message: 'no' } } : null;
    });
    const client = createServiceClient(profileOf('http://127.0.0.1:1'), network, system);
    const follower = createTaskFollower(async () => client, system);
    const root = makeTempFolder();
    const queue = createQueue({
      home: path.join(root, 'home'),
      system,
      connect: async () => ({ client, follower }),
      serviceInUse: async () => client,
      exportFolder: () => path.join(root, 'out'),
    });
    onTestFinished(async () => {
      const closed = queue.close();
      await clock.advance(1_000);
      await closed;
    });
    const picture = await writeSampleImage(root, 'shape.png', 32);
    const records = queue.add(
      Array.from({ length: 12 }, () => ({ path: picture, kind: 'picture' as const, bytes: 1 })),
      OPTIONS,
    );
    queue.start();
    const pass = async (seconds: number): Promise<void> => {
      // Preparing is work on a real disk; virtual time goes on while it is done.
      for (let step = 0; step < seconds * 4; step++) {
        await clock.advance(250);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    while (network.calls.length === 0) await pass(1);
    await pass(10);
    const early = network.calls.length;
    await pass(120);
    expect(network.calls.length - early).toBeLessThanOrEqual(8);
    expect(queue.records().every(({ attempts }) => attempts === 0)).toBe(true);
    expect(queue.records().some(({ status }) => status === 'failed')).toBe(false);
    state.isUp = true;
    let isOver = false;
    void queue.whenSettled(records.map(({ id }) => id)).then(() => (isOver = true));
    while (!isOver) await pass(30);
    expect(queue.list().map(({ status, error }) => `${status} ${error?.code}`)).toEqual(
      records.map(() => 'failed bad_request'),
    );
  });
});
