import { describe, expect, onTestFinished, test } from 'vitest';
import { ZERO_CREDITS } from '../../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { createTask } from '../../../src-main/pipeline/steps/create.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createIntentStore } from '../../../src-main/queue/store/intent-store.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { LOCAL_RESEND } from '../../../src-main/service-client/services/service-profile.ts';
import { createFakeNetwork } from '../../helpers/service/fake-network.ts';
import { buildJob, uploaded } from '../../helpers/job-records.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';
import { ORDERING } from './order-bench.ts';

const TASK = '00000000-0000-4000-8000-000000000001';
/** When the sender gives up, when the service goes on, and when it has carried out what lay in its sockets, ms. */
const [GIVES_UP, GOES_ON, HAS_CAUGHT_UP] = [60_000, 85_000, 86_000];

test('a service that stood still has from its first answer on to catch up: nothing is ordered twice', async () => {
  const clock = createVirtualClock();
  const system = virtualSystem(clock);
  const at = (moment: number): Promise<void> => clock.pause(Math.max(0, moment - clock.elapsed()));
  const { path } = OPERATIONS.image_to_model;
  let nonce: unknown = null;
  const network = createFakeNetwork(async (call) => {
    if (call.path === ENDPOINTS.getBalance.path) return { data: { balance: 100, frozen: 0 } };
    if (call.path === path) {
      nonce = (call.body as { client_ref: string }).client_ref;
      await at(GIVES_UP);
      return { status: 504, data: 'nobody answered' };
    }
    await at(GOES_ON);
    const isThere = clock.elapsed() >= HAS_CAUGHT_UP;
    const task = {
      task_id: TASK,
      type: 'image_to_model',
      status: 'queued',
      input: { client_ref: nonce },
    };
    return {
      data: call.path === ENDPOINTS.getUsage.path ? (isThere ? [task] : []) : { tasks: { [TASK]: task }, missed: [] },
    };
  });
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const client = createServiceClient(
    profileOf('http://127.0.0.1:1', { kind: 'local', resend: LOCAL_RESEND }),
    network,
    system,
  );
  const intents = createIntentStore(database, system);
  const tools = { ...ORDERING, system, client, intents, signal: new AbortController().signal };
  let bound: string | null = null;
  const ordered = createTask(uploaded(buildJob(), 'file_token'), 0, tools).then((id) => (bound = id));
  await clock.runUntil(() => bound !== null);
  await ordered;
  expect(bound).toBe(TASK);
  expect(network.calls.filter((call) => call.path === path)).toHaveLength(1);
});

/** A cloud region that creates the task of every POST but loses the first response, and ends each task at once. */
function openLossyRegion(
  toTask: (task: RegionTask) => RegionTask,
  toHistory: (tasks: readonly RegionTask[]) => object[],
) {
  const clock = createVirtualClock();
  const system = virtualSystem(clock);
  const tasks: RegionTask[] = [];
  const network = createFakeNetwork(({ path, query, body }) => {
    switch (path) {
      case ENDPOINTS.getBalance.path:
        return { data: { balance: 1000, frozen: 0 } };
      case ENDPOINTS.getUsage.path: {
        const offset = Number(query.get('offset'));
        return { data: toHistory(tasks).slice(offset, offset + 200) };
      }
      case ENDPOINTS.listTasks.path: {
        const { task_ids: ids } = body as { task_ids: string[] };
        const asked = tasks.filter(({ task_id: id }) => ids.includes(id));
        return { data: { tasks: Object.fromEntries(asked.map((task) => [task.task_id, task])), missed: [] } };
      }
      default: {
        const task = { task_id: `task-${tasks.length}`, type: 'image_to_model', status: 'success', input: body };
        tasks.unshift(toTask({ ...task, created_at: new Date(clock.now()).toISOString() }));
        return tasks.length === 1 ? { status: 504, data: 'lost' } : { data: { ...task, status: 'queued' } };
      }
    }
  });
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const intents = createIntentStore(database, system);
  const order = async (mode: 'auto' | 'strict'): Promise<string> => {
    const profile = profileOf('http://127.0.0.1:1', { resend: { mode, settleMs: 1_000 } });
    // An earlier order of this operation was echoed.
    intents.noteEcho(profile.id, 'image_to_model');
    const client = createServiceClient(profile, network, system);
    const signal = new AbortController().signal;
    const tools = { ...ORDERING, explainedHolds: () => ZERO_CREDITS, system, client, intents, signal };
    let isOver = false;
    const ordered = createTask(uploaded(buildJob(), 'file_token'), 0, tools).finally(() => (isOver = true));
    ordered.catch(() => undefined);
    await clock.runUntil(() => isOver);
    return ordered;
  };
  return { order, posts: () => tasks.length, clock };
}

interface RegionTask {
  readonly task_id: string;
  readonly type: string;
  readonly status: string;
  readonly input: unknown;
  readonly created_at: string;
}

const toRows = (tasks: readonly RegionTask[]): object[] => tasks.map(({ input: _, ...row }) => row);

/** Tasks of other clients of the key, oldest first: more than a page. */
function listEarlier(now: number): object[] {
  return Array.from({ length: 250 }, (_, at) => ({
    ...{ task_id: `old-${at}`, type: 'image_to_model', status: 'success' },
    created_at: new Date(now - 9_000_000 + at * 1_000).toISOString(),
  }));
}

describe.each(['auto', 'strict'] as const)(
  'a task whose creation got no response, where sending again is %s',
  (mode) => {
    test('is found by its nonce if the service gives it another type', async () => {
      const region = openLossyRegion((task) => ({ ...task, type: 'image_to_model_v3' }), toRows);
      await expect(region.order(mode)).resolves.toBe('task-0');
      expect(region.posts()).toBe(1);
    });

    test('is found if the history lists it after more than a page of older ones', async () => {
      const region = openLossyRegion(
        (task) => task,
        (tasks) => [...listEarlier(region.clock.now()), ...toRows(tasks)],
      );
      await expect(region.order(mode)).resolves.toBe('task-0');
      expect(region.posts()).toBe(1);
    });

    test('is never sent again while the service does not return what it was created with', async () => {
      const region = openLossyRegion((task) => ({ ...task, input: {} }), toRows);
      await expect(region.order(mode)).rejects.toMatchObject({ code: 'outcome_unknown' });
      expect(region.posts()).toBe(1);
    });
  },
);

test('a history with its newest tasks first is read only back to the order', async () => {
  let pages = 0;
  const region = openLossyRegion(
    (task) => task,
    (tasks) => {
      pages += 1;
      return [...toRows(tasks), ...listEarlier(region.clock.now()).reverse()];
    },
  );
  await expect(region.order('auto')).resolves.toBe('task-0');
  expect(pages).toBe(1);
});
