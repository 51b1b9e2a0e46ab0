import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { formatCredits, parseCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import { reportQueue } from '../../src-main/cli/actions/queue.ts';
import { readHistory } from '../../src-main/cli/actions/history.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { withStep, type JobRecord } from '../../src-main/pipeline/job-record.ts';
import { toJobView } from '../../src-main/queue/job-list/job-view.ts';
import { createSpendingControl } from '../../src-main/queue/spending/spending-control.ts';
import { openQueueDatabase } from '../../src-main/queue/store/queue-database.ts';
import { createQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { chargeLabel, chargeSentence } from '../../src-renderer/app/language/labels.ts';
import { buildJob } from '../helpers/job-records.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';
import { stepCost } from '../../src-renderer/features/inspector/step-cost.ts';
import { toJobReport } from '../../src-main/cli/lib/output/job-report.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { namesTestCredits } from './names-test-credits.ts';
import { listNonZeroAmounts } from './list-amounts.ts';

const KINDS = ['cloud', 'local'] as const;
type Kind = (typeof KINDS)[number];

const cloudAt = (baseUrl: string) => ({ baseUrl, deployment: 'international' }) as const;
/** Two clouds, this computer, and this computer in rehearsal mode. */
const SERVICES = {
  first: { serviceKind: 'cloud', serviceId: 'first', cloud: cloudAt('https://first.invalid'), free: false },
  second: { serviceKind: 'cloud', serviceId: 'second', cloud: cloudAt('https://second.invalid'), free: false },
  free: { serviceKind: 'local', serviceId: 'local', free: true },
  rehearsal: { serviceKind: 'local', serviceId: 'local', free: false },
} as const;
type ServiceChoice = keyof typeof SERVICES;

type Command =
  | { readonly do: 'add'; readonly service: ServiceChoice }
  | { readonly do: 'order' | 'fail'; readonly job: number }
  | { readonly do: 'finish'; readonly job: number; readonly charged: number }
  | { readonly do: 'restart' };

const job = fc.nat({ max: 7 });
const services = fc.constantFrom(...(Object.keys(SERVICES) as ServiceChoice[]));
const commands: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('add' as const), service: services }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('order' as const), job }), weight: 5 },
  {
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      job,
      charged: fc.constantFrom(0, 10_99, 110_00, 1_250_00),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: fc.constant('fail' as const), job }), weight: 2 },
  { arbitrary: fc.constant({ do: 'restart' as const }), weight: 1 },
);

/** The jobs of a home with several services, and what their orders cost, hundredths. */
function openWorld() {
  const database = openQueueDatabase(makeTempFolder());
  onTestFinished(() => database.close());
  const clock = createVirtualClock(new Date(2026, 10, 21, 12).getTime());
  const records: JobRecord[] = [];
  const sums = { cloud: { charged: 0, back: 0, held: 0 }, local: { charged: 0, back: 0, held: 0 } };
  const held = new Map<string, number>();
  let inUse: Kind = 'cloud';
  const open = () =>
    createSpendingControl({
      store: createQueueStore(database, { ...SYSTEM, clock }),
      clock,
      serviceKind: () => inUse,
      find: (id) => records.find((record) => record.id === id),
      pause: () => undefined,
      spending: undefined,
    });
  let spending = open();

  const change = (record: JobRecord, status: JobRecord['status'], step: Parameters<typeof withStep>[2]): void => {
    records[records.indexOf(record)] = { ...withStep(record, 0, step), status };
  };
  const order = async (record: JobRecord): Promise<void> => {
    if (record.steps[0]?.status !== 'waiting') return;
    const { id, serviceKind, serviceId, free, steps } = record;
    const estimate = parseCredits(spending.priceOf(record, steps[0]!).amount ?? '') ?? toCredits(0);
    const profile = profileOf(record.cloud?.baseUrl ?? 'http://127.0.0.1:1', {
      kind: serviceKind,
      id: serviceId!,
      free,
    });
    const getBalance = async () => ({ balance: toCredits(1_000_000_00), frozen: toCredits(0) });
    await spending.budget.reserve(record, 0, { profile, getBalance });
    const intent = { id: `intent-${id}`, jobId: id, step: 0, serviceId: serviceId!, operation: steps[0]!.operation };
    spending.intents.prepare({ ...intent, body: '{}' });
    spending.intents.markSending(intent.id, clock.now());
    spending.intents.bind(intent.id, `task-${id}`);
    change(record, 'running', { status: 'running', taskId: `task-${id}` });
    if (free) return;
    held.set(id, estimate);
    sums[serviceKind].held += estimate;
  };
  const end = (record: JobRecord, charged: number | null): void => {
    if (record.status !== 'running') return;
    const { id, serviceKind, free } = record;
    const kind = charged === null ? 'failed' : 'success';
    if (!free) {
      spending.budget.end(record, 0, { kind, charged: toCredits(charged ?? 0) });
      const estimate = held.get(id) ?? 0;
      sums[serviceKind].held -= estimate;
      sums[serviceKind].charged += charged ?? 0;
      if (charged === null) sums[serviceKind].back += estimate;
    }
    const creditsConsumed = free ? null : formatCredits(toCredits(charged ?? 0));
    if (charged === null) change(record, 'failed', { status: 'failed', creditsConsumed, refunded: true });
    else change(record, 'done', { status: 'done', creditsConsumed });
  };

  const planOf = (serviceKind: Kind) => {
    const jobs = [{ recipe: 'draft', steps: buildJob().steps, count: 1 }];
    const money = { origin: null, balance: null, held: null };
    return spending.plan({ free: false, jobs, ...money }, { serviceKind, serviceId: null });
  };
  /** Every place that shows an amount of a job says if it is test credits. */
  const checkTestCredits = (job: Job, line: string, isTest: boolean): void => {
    const record = records.find(({ id }) => id === job.id)!;
    expect(toJobReport(record).testCredits, job.name).toBe(isTest || undefined);
    const words = [chargeLabel(job.money), line, ...job.steps.map((_, index) => stepCost(job, index))];
    for (const text of words)
      if (listNonZeroAmounts(text).length > 0) expect(namesTestCredits(text), text).toBe(isTest);
    const sentence = chargeSentence(job.money);
    if (listNonZeroAmounts(sentence).length > 0) expect(namesTestCredits(sentence), sentence).toBe(isTest);
  };

  return {
    /** Number of jobs that were ordered. */
    orders: () => records.filter(({ steps }) => steps[0]?.taskId !== null).length,
    run: async (command: Command): Promise<void> => {
      if (command.do === 'restart') spending = open();
      else if (command.do === 'add') {
        const id = `${String(records.length).padStart(8, '0')}-job`;
        records.push(buildJob({ id, name: `${command.service}.png`, ...SERVICES[command.service] }));
      } else {
        const record = records[command.job % Math.max(1, records.length)];
        if (record && command.do === 'order') await order(record);
        else if (record) end(record, command.do === 'finish' ? command.charged : null);
      }
    },
    check: (): void => {
      const views = records.map((record) => toJobView(record, 0, spending.priceOf));
      const list = reportQueue({
        isPaused: () => false,
        pauseReason: () => null,
        list: () => views,
        older: () => [],
      }).text.split('\n');
      for (const [at, { id, name, money }] of views.entries()) {
        const line = list[at] ?? '';
        expect(line).toContain(id.slice(0, 8));
        const window = money.kind === 'free' ? '' : `${chargeLabel(money)} ${chargeSentence(money, true)}`;
        expect(listNonZeroAmounts(line), line).toEqual(listNonZeroAmounts(window));
        if (name === 'free.png') expect(line).toContain('  free  ');
        checkTestCredits(views[at]!, line, name === 'rehearsal.png');
      }
      for (const kind of KINDS) {
        inUse = kind;
        const { charged, back, held: open } = sums[kind];
        const [paid, returned, still] = [charged, back, open].map((sum) => formatCredits(toCredits(sum)));
        const today = { charged: paid, back: returned, held: still, test: kind === 'local' };
        expect(spending.spent().today, kind).toEqual(today);
        expect(planOf(kind)).toMatchObject({ free: false, test: today.test });
        const { rows, totals } = readHistory(spending, undefined);
        expect(totals, kind).toEqual({ charged: paid, back: returned, open: still });
        const payers = rows.map(({ jobId }) => records.find(({ id }) => id === jobId));
        expect(payers.every((record) => record?.serviceKind === kind && !record.free)).toBe(true);
      }
    },
  };
}

test('the window and the command line show the same amounts for two clouds, free jobs and rehearsal', async () => {
  let orders = 0;
  const property = fc.asyncProperty(fc.array(commands, { minLength: 6, maxLength: 40 }), async (history) => {
    const world = openWorld();
    for (const command of history) {
      await world.run(command);
      world.check();
    }
    orders += world.orders();
  });
  await fc.assert(property, { numRuns: 250, seed: 1 });
  expect(orders).toBeGreaterThan(200);
});
