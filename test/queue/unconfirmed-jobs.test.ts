import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMoneyHandlers } from '../../src-main/ipc/handlers/money-handlers.ts';
import { createQueueHandlers } from '../../src-main/ipc/handlers/queue-handlers.ts';
import { createClaimedSources } from '../../src-main/ipc/claimed-sources.ts';
import type { NewSource, BatchOptions } from '../../src-main/queue/create-job-records.ts';
import type { PlanJobs } from '../../src-main/queue/spending/plan.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const LIFE = fileURLToPath(new URL('./unconfirmed-life.ts', import.meta.url));
const HELD: BatchOptions = {
  ...{ formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null, origin: 'in' },
  held: 'price',
};
const sources = (...names: string[]): NewSource[] =>
  names.map((name) => ({ path: `/nowhere/${name}.png`, kind: 'picture', bytes: 1 }));

/** A queue that works, at a service nobody ever reaches; counts how often it tried. */
function openQueue(home = path.join(makeTempFolder(), 'home')) {
  const tries = { count: 0 };
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({
    ...{ home, serviceInUse: nowhere, exportFolder: () => path.join(home, 'out') },
    connect: () => {
      tries.count++;
      return nowhere();
    },
  });
  onTestFinished(() => queue.close());
  const statuses = () => queue.records().map(({ status }) => status);
  const ids = () => queue.records().map(({ id }) => id);
  return { queue, home, tries, statuses, ids };
}

/** What the page asks, with the prices the interface lists and no limit. */
function openHandlers({ queue }: Pick<ReturnType<typeof openQueue>, 'queue'>) {
  const plan: PlanJobs = (jobs, { service } = { service: 'local' }) =>
    queue.spending.plan(
      { free: service === 'local', jobs, origin: null, balance: null, held: null },
      { serviceKind: service, serviceId: null },
    );
  const choose = () => Promise.reject(new Error('no recipe is chosen'));
  const parts = { queue, plan, book: { choose }, claimedSources: createClaimedSources() };
  const settings = createAppSettings({ get: () => undefined, set: () => undefined });
  const confirmation = { confirmBeyondLimit: async () => undefined };
  return {
    ...createMoneyHandlers({ ...parts, settings }),
    ...createQueueHandlers({ ...parts, settings, confirmation }),
  };
}

/** Runs a queue in a process of its own until a moment, and kills it there with -9. */
async function killAt(home: string, wish: 'hold' | 'confirm', moment: 'before' | 'after'): Promise<void> {
  const child = spawn(process.execPath, [LIFE, home, wish, moment], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGKILL');
  await ended;
}

describe('a job that is held', () => {
  test('is never begun, whatever is started, paused, moved or hurried', async () => {
    const { queue, tries, statuses, ids } = openQueue();
    queue.add(sources('a', 'b'), HELD);
    queue.start();
    const [a, b] = ids() as [string, string];
    queue.pause([a]);
    queue.resume([a]);
    queue.retry([a, b]);
    queue.prioritise([a, b], 'high');
    queue.move([b], { before: a });
    queue.pause();
    queue.resume();
    queue.capsChanged();
    queue.pricesChanged();
    await queue.whenSettled([a, b]);
    expect([statuses(), tries.count]).toEqual([['held', 'held'], 0]);
    expect(queue.list()[0]?.money).toEqual({ kind: 'estimate', amount: '110.00', back: '0.00' });
  });

  test('begins once somebody says yes to what it costs, and not for less', async () => {
    const opened = openQueue();
    const { queue, statuses, ids } = opened;
    const handlers = openHandlers(opened);
    queue.add(sources('a', 'b'), HELD);
    expect(await handlers['money:planHeld']({ ids: ids() })).toMatchObject({
      jobs: 2,
      total: '220.00',
      needsYes: true,
    });
    await expect(handlers['queue:confirm']({ ids: ids() })).rejects.toMatchObject({ code: 'needs_yes' });
    await expect(handlers['queue:confirm']({ ids: ids(), agreed: '219.99' })).rejects.toThrow(AppError);
    expect(statuses()).toEqual(['held', 'held']);
    await handlers['queue:confirm']({ ids: ids(), agreed: '220.00' });
    expect(statuses()).toEqual(['waiting', 'waiting']);
    // Others are passed over: nothing is begun twice, and nothing that is over.
    await handlers['queue:confirm']({ ids: [...ids(), 'nobody'] });
    expect(statuses()).toEqual(['waiting', 'waiting']);
  });

  test('costs what its own service charges, whichever is in use by now', async () => {
    const opened = openQueue();
    const { queue, ids } = opened;
    queue.add(sources('dear'), HELD);
    queue.add(sources('free'), { ...HELD, serviceKind: 'local' });
    const plan = await openHandlers(opened)['money:planHeld']({ ids: ids() });
    expect(plan).toMatchObject({ free: false, jobs: 2, total: '110.00', needsYes: true });
    expect(plan.lines).toHaveLength(1);
  });

  test('waits for a yes again when it was left out and is retried, but not when it is made anew', () => {
    const { queue, statuses, ids } = openQueue();
    queue.add(sources('a'), HELD);
    const [a] = ids() as [string];
    queue.cancel([a]);
    expect(queue.list()[0]).toMatchObject({ status: 'cancelled', money: { kind: 'not_charged' } });
    expect(queue.unconfirmed.of('in')).toEqual([]);
    queue.retry([a]);
    expect(statuses()).toEqual(['held']);
    expect(queue.unconfirmed.of('in').map(({ id }) => id)).toEqual([a]);
    // Whoever makes it anew was asked for that.
    expect(queue.repeat(a, 'same')).toMatchObject({ status: 'waiting' });
    expect(queue.records()[1]).not.toHaveProperty('unconfirmed');
  });

  test('stays held when the power goes before the yes is written down, and is free after', async () => {
    const home = path.join(makeTempFolder(), 'home');
    await killAt(home, 'hold', 'before');
    await killAt(home, 'hold', 'after');
    await killAt(home, 'confirm', 'before');
    const first = openQueue(home);
    first.queue.start();
    await first.queue.whenSettled(first.ids());
    expect([first.statuses(), first.tries.count]).toEqual([['held', 'held'], 0]);
    await first.queue.close();
    await killAt(home, 'confirm', 'after');
    expect(openQueue(home).statuses()).toEqual(['waiting', 'waiting']);
  });
});
