import { expect, onTestFinished, test } from 'vitest';
import { SYSTEM } from '../../../src-main/base/system.ts';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { createSpendingControl } from '../../../src-main/queue/spending/spending-control.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { spending as spendingSettings } from '../../../src-shared/settings/settings.ts';
import { createFakeNetwork } from '../../helpers/service/fake-network.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const PRICED = buildJob().steps[0] as JobRecord['steps'][number];
/** A step of an operation that the price list does not have. */
const UNPRICED = { ...PRICED, operation: 'future_operation' as OperationName, params: {} };
const WHERE = { serviceKind: 'cloud', serviceId: 'test' } as const;

/** Spending under a daily limit of 200 credits, at a service that charges what it likes. */
function openSpending(step: JobRecord['steps'][number]) {
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const jobs = new Map<string, JobRecord>();
  const control = createSpendingControl({
    store: createQueueStore(database, SYSTEM),
    clock: SYSTEM.clock,
    spending: () => spendingSettings.parse({ perDay: '200', confirmAbove: '0' }),
    find: (id) => jobs.get(id),
    pause: ({ code }) => {
      throw new Error(code);
    },
  });
  onTestFinished(control.close);
  const network = createFakeNetwork(() => ({ data: { balance: 100_000, frozen: 0 } }));
  const client = createServiceClient(profileOf('https://service.example'), network);
  /** Orders a task; the service charges so many credits for it. */
  const order = async (credits: number): Promise<void> => {
    const record: JobRecord = { ...buildJob(), serviceKind: 'cloud', serviceId: 'test', free: false, steps: [step] };
    jobs.set(record.id, record);
    await control.budget.reserve(record, 0, client);
    const { operation } = step;
    const intent = { id: record.id, jobId: record.id, step: 0, serviceId: 'test', operation, body: '{}' };
    control.intents.prepare(intent);
    control.intents.markSending(record.id, SYSTEM.clock.now());
    control.intents.bind(record.id, `task-${record.id}`);
    control.budget.end(record, 0, { kind: 'success', charged: toCredits(credits * 100) });
  };
  /** Orders tasks until one is not allowed; returns what was charged. */
  const orderAll = async (charges: readonly number[]): Promise<string> => {
    for (const credits of charges) {
      try {
        await order(credits);
      } catch (error) {
        expect(error).toMatchObject({ code: 'over_cap' });
        return control.today().charged;
      }
    }
    return `never stopped at ${control.today().charged}`;
  };
  const plan = (count: number) =>
    control.plan(
      { free: false, jobs: [{ recipe: 'draft', steps: [step], count }], origin: null, balance: null, held: null },
      WHERE,
    );
  return { order, orderAll, plan };
}

/** So many free charges, then paid ones, in each window of recent charges. */
const alternate = (free: number, paid: number): number[] =>
  Array.from({ length: 300 }, (_, at) => (at % (free + paid) < free ? 0 : 110));

test('charges of 0 make no operation with a price free: the limit and the confirmation stay', async () => {
  const { orderAll, plan } = openSpending(PRICED);
  const charged = await orderAll([...Array.from({ length: 15 }, () => 0), ...alternate(8, 7)]);
  expect(charged).toBe('110.00');
  expect(plan(50)).toMatchObject({ free: false, needsYes: true, total: '5500.00', over: [{ cap: 'day' }] });
});

test('what was charged twice counts, not the usual charge', async () => {
  const { order, plan } = openSpending(PRICED);
  for (const credits of [0, 0, 0, 60, 0, 130]) await order(credits);
  expect(plan(1)).toMatchObject({ total: '110.00', lines: [{ basis: 'listed' }] });
  await expect(order(0)).rejects.toMatchObject({ code: 'over_cap' });
});

test('charges of 0 do not tell a price that is not listed: it needs a yes, and a used-up limit stops it', async () => {
  const { order, orderAll, plan } = openSpending(UNPRICED);
  for (let count = 0; count < 15; count++) await order(0);
  expect(plan(1)).toMatchObject({ free: false, needsYes: true, unknown: 1, over: [] });
  expect(await orderAll([200, 0, 0])).toBe('200.00');
  expect(plan(1).over).toMatchObject([{ cap: 'day' }]);
});
