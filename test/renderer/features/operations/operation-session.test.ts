import { afterEach, beforeEach, expect, test } from 'vitest';
import { selectOnly } from '../../../../src-renderer/ui/selection.ts';
import { buildJob, buildStep } from '../../build-job.ts';
import { restoreProcess, stubPage } from '../../stub-page.ts';

type Queue = typeof import('../../../../src-renderer/features/queue/queue.svelte.ts').queue;
type Session =
  typeof import('../../../../src-renderer/features/operations/operation-session.svelte.ts').operationSession;

const jobOf = (id: string) => buildJob({ id, status: 'done', steps: [buildStep({ status: 'done', taskId: id })] });
const CHOICES = {
  step: 0,
  steps: [],
  taskId: 'task',
  file: null,
  free: true,
  operations: [{ name: 'decimate_mesh' }],
};
const PLAN = { free: true, total: '0.00', needsYes: false };
const VERDICT = { issues: [], price: '0.00', others: 0, leftOut: 0, plan: PLAN };

let queue: Queue;
let session: Session;
/** The order that main has yet to answer. */
let order: PromiseWithResolvers<void> | null = null;

beforeEach(async () => {
  order = null;
  stubPage(async (channel) => {
    if (channel === 'operations:of') return CHOICES;
    if (channel === 'operations:check') return VERDICT;
    if (channel !== 'operations:order') return [];
    await (order = Promise.withResolvers()).promise;
    return { existing: null, ordered: 1 };
  });
  ({ queue } = await import('../../../../src-renderer/features/queue/queue.svelte.ts'));
  ({ operationSession: session } =
    await import('../../../../src-renderer/features/operations/operation-session.svelte.ts'));
});
afterEach(restoreProcess);

/** Selects a job and an operation on its result. */
async function show(id: string): Promise<void> {
  queue.select(selectOnly(id));
  await session.follow(jobOf(id));
  session.choose('decimate_mesh');
  await expect.poll(() => session.verdict).not.toBeNull();
}

/** Orders the shown operation; the returned function lets main answer. */
async function startOrder(): Promise<() => Promise<void>> {
  const ordering = session.order();
  await expect.poll(() => order).not.toBeNull();
  return async () => {
    order?.resolve();
    await ordering;
  };
}

test('an order is over with its reply, and runs once', async () => {
  queue.apply([jobOf('one')], []);
  await show('one');
  await (
    await startOrder()
  )();
  expect(session).toMatchObject({ isArmed: false, ordered: { name: 'decimate_mesh' } });
});

test('the reply to an order leaves another job that was selected meanwhile, and other settings, as they are', async () => {
  queue.apply([jobOf('one'), jobOf('two')], []);
  await show('one');
  const finish = await startOrder();
  await show('two');
  await finish();
  expect(session).toMatchObject({ jobId: 'two', isArmed: true, ordered: null, busy: false });

  order = null;
  const finishSecond = await startOrder();
  session.set({ face_limit: 100 });
  await finishSecond();
  expect(session).toMatchObject({ isArmed: true, ordered: { name: 'decimate_mesh' } });
});

test('an operation on too many jobs says how many are left out', async () => {
  const { notices } = await import('../../../../src-renderer/app/notices.svelte.ts');
  const jobs = Array.from({ length: 1_003 }, (_, index) => jobOf(`job-${index}`));
  session.openAll(jobs);
  session.jobId = 'job-0';
  expect(session.also).toHaveLength(1_000);
  expect(notices.toasts.map(({ words }) => words)).toEqual([
    'Operations run on up to 1,001 models at once; 2 other selected models left out.',
  ]);
});
