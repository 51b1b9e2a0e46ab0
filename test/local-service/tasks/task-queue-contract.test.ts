import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../../src-main/local-service/api-error.ts';
import { newTaskId } from '../../../src-main/local-service/tasks/new-task-id.ts';
import { EngineLost } from '../../../src-main/local-service/workers/work-queue.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../../helpers/service/postgres-server.ts';
import {
  BLOCKED,
  openEmbeddedService,
  openStudioService,
  type TaskService,
  type TaskServiceOptions,
} from './task-services.ts';

const OPTIONS: TaskServiceOptions = { credits: toCredits(1_000), seats: 1, queueTimeoutMs: 600_000 };
const PRICE = 100;

/** Longer than a free seat takes, as a rule. */
const SHORT_MS = 200;

const bin = findPostgres();
let server: PostgresServer;
beforeAll(async () => {
  if (bin !== null) server = await startPostgres(bin);
});
afterAll(() => server?.stop());

type Kind = readonly [name: string, open: (options: TaskServiceOptions) => Promise<TaskService>];
const EMBEDDED: Kind = ['embedded', openEmbeddedService];
const STUDIO: Kind = ['studio', (options) => openStudioService(server, options)];
const KINDS: readonly Kind[] = bin === null ? [EMBEDDED] : [EMBEDDED, STUDIO];
if (bin === null) console.warn('PostgreSQL is not installed: the work queue of a studio is not tested.');

/** A service with what the tests do with it. */
function withSteps(service: TaskService) {
  const { tasks, account, queue, engine } = service;
  const statusOf = async (id: string) => (await tasks.find(id))?.status;
  return {
    ...service,
    create: (values: AnyValues = {}): Promise<string> =>
      queue.create(
        {
          ...{ id: newTaskId(), type: 'import_model', category: 'processing', price: toCredits(PRICE) },
          ...{ createdAt: Date.now(), input: {}, job: { sources: [], values } },
        },
        'key',
      ),
    statusOf,
    until: (id: string, status: string) => expect.poll(() => statusOf(id)).toBe(status),
    untilStarted: (...ids: readonly string[]) => expect.poll(() => engine.started).toEqual(ids),
    /** Credits that were spent and credits that are held. */
    async paid() {
      const { balance, frozen } = await account.balance();
      return { spent: OPTIONS.credits - balance - frozen, held: frozen };
    },
  };
}

describe.each(KINDS)('the %s work queue', (_, openService) => {
  const open = async (options: Partial<TaskServiceOptions> = {}) =>
    withSteps(await openService({ ...OPTIONS, ...options }));

  test('runs higher priorities first and equal ones in their order, and interrupts nothing', async () => {
    const { engine, create, until, untilStarted } = await open();
    const running = await create();
    await untilStarted(running);
    const low = await create({ priority: 1 });
    const none = await create();
    const high = await create({ priority: 3 });
    const middle = await create({ priority: 2 });
    const alsoHigh = await create({ priority: 3 });
    engine.endAll();
    await until(none, 'success');
    expect(engine.started).toEqual([running, high, alsoHigh, middle, low, none]);
    expect(engine.cancelled).toEqual([]);
  });

  test('runs as many tasks at the same time as there are seats', async () => {
    const { engine, create, until } = await open({ seats: 2 });
    const [first, second, third, last] = [await create(), await create(), await create(), await create()];
    await expect.poll(() => engine.started).toHaveLength(2);
    engine.end(second);
    await until(second, 'success');
    await expect.poll(() => engine.started).toHaveLength(3);
    engine.endAll();
    for (const id of [first, third, last]) await until(id, 'success');
    expect(engine.started.toSorted()).toEqual([first, second, third, last].toSorted());
    expect(engine.most()).toBe(2);
  });

  test('never begins a waiting task that was cancelled, and refunds it', async () => {
    const { queue, engine, create, statusOf, until, untilStarted, paid } = await open();
    const running = await create();
    await untilStarted(running);
    const [waiting, next] = [await create(), await create()];
    expect(await queue.cancel(waiting)).toBe(true);
    expect(await statusOf(waiting)).toBe('cancelled');
    expect(await paid()).toEqual({ spent: 0, held: 2 * PRICE });
    expect([await queue.cancel(waiting), await queue.cancel(newTaskId())]).toEqual([false, false]);
    engine.endAll();
    await until(next, 'success');
    expect(engine.started).toEqual([running, next]);
    expect(await paid()).toEqual({ spent: 2 * PRICE, held: 0 });
  });

  test('stops a running task that was cancelled, refunds it, and gives its seat to the next one', async () => {
    const { queue, outputs, engine, create, statusOf, until, untilStarted, paid } = await open();
    const running = await create();
    await untilStarted(running);
    const next = await create();
    expect(await queue.cancel(running)).toBe(true);
    await untilStarted(running, next);
    expect(engine.cancelled).toEqual([running]);
    engine.end(next);
    await until(next, 'success');
    expect(await statusOf(running)).toBe('cancelled');
    expect([await outputs.has(running, 'model.glb'), await outputs.has(next, 'model.glb')]).toEqual([false, true]);
    expect(await paid()).toEqual({ spent: PRICE, held: 0 });
    expect(await queue.cancel(next)).toBe(false);
  });

  test('runs a task again whose engine was lost, and charges it once', async () => {
    const { engine, create, until, untilStarted, paid } = await open();
    const id = await create();
    await untilStarted(id);
    engine.end(id, lost());
    await untilStarted(id, id);
    engine.end(id);
    await until(id, 'success');
    expect(await paid()).toEqual({ spent: PRICE, held: 0 });
  });

  test('fails and refunds a task that loses its engine each time', async () => {
    const { tasks, engine, attempts, create, until, paid } = await open();
    engine.endAll(lost());
    const id = await create();
    await until(id, 'failed');
    expect(engine.started).toEqual(Array.from({ length: attempts }, () => id));
    expect((await tasks.find(id))?.failure).toMatchObject({ code: 1000, message: { id: 'task-failure.crashed' } });
    expect(await paid()).toEqual({ spent: 0, held: 0 });
  });

  test('fails and refunds a task at once that its engine refuses', async () => {
    const { tasks, engine, create, until, untilStarted, paid } = await open();
    const id = await create();
    await untilStarted(id);
    engine.end(id, new ApiError(2004, serviceMessage('api.upload-type')));
    await until(id, 'failed');
    expect(engine.started).toEqual([id]);
    expect((await tasks.find(id))?.failure).toMatchObject({ code: 2004, message: { id: 'api.upload-type' } });
    expect(await paid()).toEqual({ spent: 0, held: 0 });
  });

  test('fails and refunds what waited too long (2018), not what runs', async () => {
    const service = await open({ queueTimeoutMs: SHORT_MS });
    const { tasks, engine, create, statusOf, until, paid } = service;
    const running = await createRunning(service);
    const waiting = await create();
    await until(waiting, 'failed');
    expect((await tasks.find(waiting))?.failure).toMatchObject({ code: 2018 });
    expect(await statusOf(running)).toBe('running');
    expect(await paid()).toEqual({ spent: 0, held: PRICE });
    engine.endAll();
    await until(running, 'success');
    expect(engine.started).not.toContain(waiting);
  });

  test('fails and refunds what moderation rejects (2008), and never begins it', async () => {
    const { tasks, engine, create, until, paid } = await open();
    const id = await create({ prompt: `a ${BLOCKED.toUpperCase()} castle` });
    await until(id, 'failed');
    expect((await tasks.find(id))?.failure).toMatchObject({ code: 2008, message: { id: 'task-failure.moderation' } });
    expect(engine.started).toEqual([]);
    expect(await paid()).toEqual({ spent: 0, held: 0 });
  });

  test('loses no task when it is stopped: what ran and what waited run after the next start', async () => {
    const { engine, create, restart, until, untilStarted, paid } = await open();
    const running = await create();
    await untilStarted(running);
    const waiting = await create();
    await restart();
    await untilStarted(running, running);
    engine.endAll();
    await until(waiting, 'success');
    expect(engine.started).toEqual([running, running, waiting]);
    expect(await paid()).toEqual({ spent: 2 * PRICE, held: 0 });
  });
});

/** A task that runs. On a busy computer one may wait too long even for a free seat. */
async function createRunning({ engine, create, statusOf }: ReturnType<typeof withSteps>): Promise<string> {
  for (;;) {
    const id = await create();
    await expect.poll(async () => engine.started.includes(id) || (await statusOf(id)) === 'failed').toBe(true);
    if (engine.started.includes(id)) return id;
  }
}

/** What the engine reports when its process crashed. */
function lost(): EngineLost {
  return new EngineLost(1000, serviceMessage('task-failure.crashed'), 'crashed');
}
