import { describe, expect, test } from 'vitest';
import { createClaimedSources } from '../../../src-main/ipc/claimed-sources.ts';
import { createMoneyHandlers } from '../../../src-main/ipc/handlers/money-handlers.ts';
import { createOperationHandlers } from '../../../src-main/ipc/handlers/operation-handlers.ts';
import { createQueueHandlers } from '../../../src-main/ipc/handlers/queue-handlers.ts';
import { createPlanner } from '../../../src-main/ipc/planner.ts';
import type { JobRecord, StepRecord } from '../../../src-main/pipeline/job-record.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { draftRecipes } from '../../../src-shared/recipes/built-in/draft.ts';
import { settings as settingsSchema } from '../../../src-shared/settings/settings.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { openOfflineQueue } from '../../queue/commands/open-offline-queue.ts';

const CLOUD = { baseUrl: 'http://127.0.0.1:1', deployment: 'international' };
const UNWRAP = { step: 0, operation: 'unwrap_uv', params: {} } as const;

let tasks = 0;
const newTask = (): string => `00000000-0000-4000-8000-${String(++tasks).padStart(12, '0')}`;

/** A step that was added to a finished job. */
function extraStep(patch: Partial<StepRecord>): StepRecord {
  const step = { operation: 'unwrap_uv', params: {}, from: 0, exports: 'glb', creditsConsumed: null } as const;
  return { ...step, status: 'done', taskId: newTask(), refunded: false, extra: true, ...patch };
}

/** A finished job of the cloud with a GLB, and with these later steps. */
function buildFinished(id: string, later: readonly StepRecord[] = []): JobRecord {
  const record = buildJob({ id, position: ++tasks, status: later.at(-1)?.status === 'failed' ? 'failed' : 'done' });
  const steps = record.steps.map((step) => ({ ...step, status: 'done' as const, taskId: newTask() }));
  return {
    ...record,
    steps: [...steps, ...later],
    artifacts: [
      {
        ...{ id: `${id}-glb`, step: 0, role: 'model', format: 'glb', path: `/nowhere/${id}.glb`, bundle: null },
        ...{ bytes: 1, sha256: '', exportedPath: null },
      },
    ],
  };
}

/** The calls of a window with these jobs of a cloud that cannot be reached. */
function openHandlers(records: readonly JobRecord[], confirmAbove: string, home = makeTempFolder()) {
  const settings = settingsSchema.parse({ service: 'cloud', cloud: CLOUD, spending: { confirmAbove } });
  const queue = openOfflineQueue(home, records, { spending: () => settings.spending });
  const state = { kind: 'cloud', status: 'ready', free: false, balance: null, held: null, error: null } as const;
  const shared = { queue, settings: { get: () => settings }, claimedSources: createClaimedSources() };
  const plan = createPlanner({
    ...shared,
    services: { accountOf: () => null },
    serviceMonitor: { get: () => state },
  });
  const parts = {
    ...shared,
    plan,
    book: { choose: async () => draftRecipes(['glb']) },
    confirmation: { confirmBeyondLimit: async () => undefined },
  };
  return {
    queue,
    handlers: { ...createQueueHandlers(parts), ...createOperationHandlers(parts), ...createMoneyHandlers(parts) },
    /** Operations of the steps that wait, by job. */
    waiting: (...ids: string[]) =>
      ids.map((id) =>
        queue.find(id)?.steps.flatMap(({ status, operation }) => (status === 'waiting' ? operation : [])),
      ),
  };
}

/** A home whose database has an order of a job's step with a task, and that step after its download failed for good. */
function prepareCharged(jobId: string): { readonly home: string; readonly failed: StepRecord } {
  const home = makeTempFolder();
  const taskId = newTask();
  const store = openQueueStore(home);
  const order = { id: 'intent', jobId, step: 1, serviceId: 'cloud', operation: 'unwrap_uv', body: '{}' };
  store.intents.prepare(order);
  store.intents.markSending(order.id, 1_000);
  store.intents.bind(order.id, taskId);
  store.close();
  return { home, failed: extraStep({ status: 'failed', taskId }) };
}

describe('an operation on several jobs', () => {
  test('leaves out jobs to which no step can be added, and runs on the others', async () => {
    const { home, failed } = prepareCharged('b');
    const full = Array.from({ length: 99 }, () => extraStep({}));
    const jobs = [buildFinished('a'), buildFinished('b', [failed]), buildFinished('full', full), buildFinished('c')];
    const { handlers, waiting } = openHandlers(jobs, '1000', home);
    const wanted = { id: 'a', ...UNWRAP, also: ['b', 'full', 'c'] };
    expect(await handlers['operations:check'](wanted)).toMatchObject({ others: 1, leftOut: 2, plan: { jobs: 2 } });
    expect(await handlers['operations:order'](wanted)).toEqual({ existing: null, ordered: 2 });
    expect(waiting('a', 'b', 'full', 'c')).toEqual([['unwrap_uv'], [], [], ['unwrap_uv']]);
  });

  test('leaves out a job that changed while files were looked up', async () => {
    const { queue, handlers, waiting } = openHandlers(
      ['a', 'b', 'c'].map((id) => buildFinished(id)),
      '1000',
    );
    const ordering = handlers['operations:order']({ id: 'a', ...UNWRAP, also: ['b', 'c'] });
    queue.operate('b', { from: 0, operation: 'decimate_mesh', params: {} });
    expect(await ordering).toEqual({ existing: null, ordered: 2 });
    expect(waiting('a', 'b', 'c')).toEqual([['unwrap_uv'], ['decimate_mesh'], ['unwrap_uv']]);
  });

  test('orders nothing if the first job changed meanwhile', async () => {
    const { queue, handlers, waiting } = openHandlers(
      ['a', 'b'].map((id) => buildFinished(id)),
      '1000',
    );
    const ordering = handlers['operations:order']({ id: 'a', ...UNWRAP, also: ['b'] });
    queue.operate('a', { from: 0, operation: 'decimate_mesh', params: {} });
    await expect(ordering).rejects.toMatchObject({ code: 'not_found' });
    expect(waiting('a', 'b')).toEqual([['decimate_mesh'], []]);
  });
});

describe('an export of several models', () => {
  const ids = ['a', 'b', 'c'];

  test('asks once for the total, and adds nothing before it is confirmed', async () => {
    const { handlers, waiting } = openHandlers(
      ids.map((id) => buildFinished(id)),
      '10',
    );
    const wanted = { ids, format: 'stl' as const };
    expect(await handlers['money:planMore'](wanted)).toMatchObject({ jobs: 3, total: '15.00', needsYes: true });
    const refused = { code: 'needs_yes', detail: { params: { total: '15.00' } } };
    await expect(handlers['queue:export'](wanted)).rejects.toMatchObject(refused);
    await expect(handlers['queue:export']({ ...wanted, agreed: '14.99' })).rejects.toMatchObject(refused);
    expect(waiting(...ids)).toEqual([[], [], []]);
    expect(await handlers['queue:export']({ ...wanted, agreed: '15.00' })).toEqual({ existing: [], refused: [] });
    expect(waiting(...ids)).toEqual(ids.map(() => ['convert_model']));
  });

  test('leaves out the models that cannot be exported, with the reason; fails if none can', async () => {
    const { home, failed } = prepareCharged('b');
    const jobs = [buildFinished('a'), buildFinished('b', [failed]), buildFinished('c')];
    const { handlers, waiting } = openHandlers(jobs, '1000', home);
    expect(await handlers['money:planMore']({ ids, format: 'stl' })).toMatchObject({ jobs: 2, total: '10.00' });
    expect(await handlers['queue:export']({ ids: [...ids, 'a'], format: 'stl' })).toMatchObject({
      existing: [],
      refused: [{ code: 'not_found', detail: { id: 'jobs.last-step-unconfirmed' } }],
    });
    expect(waiting(...ids)).toEqual([['convert_model'], [], ['convert_model']]);
    const none = { ids: ['b', 'unknown'], format: 'stl' as const };
    await expect(handlers['money:planMore'](none)).rejects.toMatchObject({ code: 'not_found' });
    await expect(handlers['queue:export'](none)).rejects.toMatchObject({ code: 'not_found' });
  });
});
