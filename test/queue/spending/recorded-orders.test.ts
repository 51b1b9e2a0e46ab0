import { expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import type { Payer } from '../../../src-main/pipeline/job-record.ts';
import { createSpendingControl } from '../../../src-main/queue/spending/spending-control.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const FULL = new Error('database or disk is full');
const STEP = { operation: 'convert_model', params: { format: 'FBX' }, taskId: null, status: 'waiting' } as const;

/** The spending of one job whose database cannot grow while `disk.isFull`. */
function openBench() {
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const disk = { isFull: false };
  const write = <T>(run: () => T): T => {
    const result = run();
    if (disk.isFull) throw FULL;
    return result;
  };
  const real = createQueueStore(database, SYSTEM);
  const store: typeof real = {
    ...real,
    spendings: {
      ...real.spendings,
      renew: (...row) => write(() => void (disk.isFull || real.spendings.renew(...row))),
    },
    together: (run) => real.together(() => write(run)),
  };
  const record = {
    ...{ id: 'job', name: 'chair', recipe: 'film', serviceKind: 'cloud', serviceId: 'test' },
    ...{ steps: [STEP], sources: [], free: false },
  } as unknown as Payer;
  const control = createSpendingControl({
    store,
    clock: SYSTEM.clock,
    ...{ find: () => record, spending: undefined, pause: () => undefined },
  });
  const client = {
    profile: { ...profileOf('http://127.0.0.1:1'), free: false },
    getBalance: async () => ({ balance: toCredits(10_000), frozen: toCredits(0) }),
  };
  const intent = { jobId: 'job', step: 0, serviceId: 'test', operation: 'convert_model' };
  const held = (): string => control.spent().today.held;
  return { control, client, disk, record, intent, held };
}

test('a reservation whose row cannot be stored is not held', async () => {
  const { control, client, disk, record, intent, held } = openBench();
  await control.budget.reserve(record, 0, client);
  const order = control.intents.prepare({ ...intent, id: 'order', body: '{}' });
  control.budget.release(record, 0);
  expect(held()).toBe('0.00');
  disk.isFull = true;
  await expect(control.budget.reserve(record, 0, client)).rejects.toThrow(FULL);
  expect(held()).toBe('0.00');
  expect(control.budget.isReserved(order)).toBe(false);
  disk.isFull = false;
  await control.budget.reserve(record, 0, client);
  expect(held()).toBe('5.00');
});

test('an order that cannot be taken over keeps its reservation under its own key', async () => {
  const { control, client, disk, record, intent, held } = openBench();
  await control.budget.reserve(record, 0, client);
  const order = control.intents.prepare({ ...intent, id: 'order', body: '{}' });
  control.intents.markSending('order', 0);
  control.intents.mark('order', 'abandoned');
  disk.isFull = true;
  expect(() => control.intents.adopt({ ...intent, id: 'order', jobId: 'other' }, 'task')).toThrow(FULL);
  expect(() => control.intents.adopt({ ...intent, id: 'new', jobId: 'third' }, 'task 2')).toThrow(FULL);
  expect(control.budget.isReserved({ ...order, jobId: 'third' })).toBe(false);
  const abandoned = control.intents.find('order');
  expect(abandoned).toMatchObject({ state: 'abandoned', jobId: 'job' });
  disk.isFull = false;
  control.budget.endLost(abandoned!, { kind: 'success', charged: toCredits(500) });
  expect(control.spent().today).toMatchObject({ held: '0.00', charged: '5.00' });
  expect(held()).toBe('0.00');
});

test('a task that is found takes over its own order, not the newer one of its step', async () => {
  const { control, client, record, intent, held } = openBench();
  const { budget, intents } = control;
  await budget.reserve(record, 0, client);
  const given = intents.prepare({ ...intent, id: 'given up', body: '{}' });
  intents.markSending(given.id, 0);
  intents.mark(given.id, 'abandoned');
  await budget.reserve(record, 0, client);
  const again = intents.prepare({ ...intent, id: 'again', body: '{}' });
  expect(held()).toBe('10.00');

  const found = intents.adopt({ ...intent, id: given.id, jobId: 'other' }, 'task');
  expect([found?.id, budget.isReserved(again), budget.isReserved(found!)]).toEqual([given.id, true, true]);
  expect(held()).toBe('10.00');
  budget.endLost({ ...found!, jobId: 'other' }, { kind: 'success', charged: toCredits(500) });
  expect(control.spent().today).toMatchObject({ held: '5.00', charged: '5.00' });
});

test('an order whose charge is not known, and one that is found by its task, are held once when taken over', async () => {
  const { control, client, record, intent, held } = openBench();
  const { budget, intents } = control;
  await budget.reserve(record, 0, client);
  const ended = intents.prepare({ ...intent, id: 'ended', body: '{}' });
  intents.markSending(ended.id, 0);
  budget.endLost(intents.mark(ended.id, 'abandoned'), { kind: 'success', charged: null });
  await budget.reserve(record, 0, client);
  const bound = intents.prepare({ ...intent, id: 'bound', body: '{}' });
  intents.markSending(bound.id, 0);
  intents.bind(bound.id, 'task');
  intents.mark(bound.id, 'abandoned');
  expect(held()).toBe('10.00');

  const first = intents.adopt({ ...intent, id: ended.id, jobId: 'first' }, 'task 2');
  const second = intents.adopt({ ...intent, id: 'new', jobId: 'second' }, 'task');
  expect([first?.id, second?.id, held()]).toEqual([ended.id, bound.id, '10.00']);
  budget.endLost({ ...first!, jobId: 'first' }, { kind: 'success', charged: toCredits(500) });
  budget.endLost({ ...second!, jobId: 'second' }, { kind: 'success', charged: toCredits(500) });
  expect(control.spent().today).toMatchObject({ held: '0.00', charged: '10.00' });
});

test('an order is given up together with its job, or not at all', async () => {
  const { control, client, disk, record, intent, held } = openBench();
  await control.budget.reserve(record, 0, client);
  const order = control.intents.prepare({ ...intent, id: 'order', body: '{}' });
  control.intents.markSending('order', 0);
  control.intents.mark('order', 'ambiguous');
  let saves = 0;
  const save = (): void => void saves++;
  disk.isFull = true;
  expect(() => control.intents.abandonWith('order', save)).toThrow(FULL);
  expect(control.intents.find('order')?.state).toBe('ambiguous');
  expect(control.budget.isReserved(order)).toBe(true);
  disk.isFull = false;
  const refuse = (): never => {
    throw FULL;
  };
  expect(() => control.intents.abandonWith('order', refuse)).toThrow(FULL);
  expect(control.intents.find('order')?.state).toBe('ambiguous');
  control.intents.abandonWith('order', save);
  expect([control.intents.find('order')?.state, control.budget.isReserved(order)]).toEqual(['abandoned', false]);
  expect([saves, held()]).toEqual([2, '5.00']);
});
