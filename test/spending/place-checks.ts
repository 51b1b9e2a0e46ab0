import { formatCredits, parseCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import { ENDPOINTS } from '../../src-shared/api/protocol/endpoints.ts';
import type { UsageView } from '../../src-shared/ipc/views/account-view.ts';
import type { SpendingPlan, SpendingRow, SpentToday } from '../../src-shared/ipc/views/money-view.ts';
import { isStepHeld } from '../../src-shared/jobs/job.ts';
import { usesTestCredits } from '../../src-shared/jobs/test-credits.ts';
import { namesTestCredits } from './names-test-credits.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { reportBalance } from '../../src-main/cli/actions/balance.ts';
import { reportQueue } from '../../src-main/cli/actions/queue.ts';
import { readHistory } from '../../src-main/cli/actions/history.ts';
import { toJobReport } from '../../src-main/cli/lib/output/job-report.ts';
import { createAccountHandlers } from '../../src-main/ipc/handlers/account-handlers.ts';
import { createUsageReaders } from '../../src-main/ipc/usage-readers.ts';
import { createServiceCards } from '../../src-main/ipc/views/service-cards.ts';
import { createServiceMonitor, type ServiceMonitor } from '../../src-main/ipc/watchers/service-monitor.ts';
import { toJobView } from '../../src-main/queue/job-list/job-view.ts';
import type { Queue } from '../../src-main/queue/queue.ts';
import type { Network, NetworkRequest } from '../../src-main/service-client/http/network.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { secretName } from '../../src-main/service-client/services/services.ts';
import type { ServiceProfile } from '../../src-main/service-client/services/service-profile.ts';
import type { AppSettings } from '../../src-main/settings/app-settings.ts';
import { createMemorySecrets } from '../../src-main/settings/secret-store.ts';
import { chargeLabel, chargeSentence } from '../../src-renderer/app/language/labels.ts';
import type { Kernel } from '../simulation/kernel.ts';
import type { SimService } from '../simulation/sim-service.ts';
import { short } from '../simulation/sim-service.ts';
import { listAmounts, listNonZeroAmounts } from './list-amounts.ts';

/** Everything that shows amounts beside the queue: the header, the account and the command line. */
export interface PlaceChecks {
  /** The state of the service, as the header shows it and as plans use it. */
  readonly monitor: Pick<ServiceMonitor, 'get'>;
  /** After every command: all places show the amounts of the ledger, and of the service's account. */
  check(queue: Queue, planOf: (queue: Queue) => SpendingPlan): Promise<void>;
  /** At the end: the status bar shows what was pushed to it last. */
  checkSettled(queue: Queue): void;
}

interface Parts {
  readonly kernel: Kernel;
  readonly service: SimService;
  readonly profile: ServiceProfile;
  readonly settings: Pick<AppSettings, 'get'>;
}

const EVERYTHING = { operation: null, recipe: null, state: null, text: '', from: null, to: null } as const;
const MANY = 10_000;

/** Places of a world, with a connection that is never late. */
export function createPlaceChecks({ kernel, service, profile, settings }: Parts): PlaceChecks {
  const client = createServiceClient(profile, createDirectNetwork(service));
  const services = {
    client: async () => client,
    cloudClient: async () => client,
    accountOf: () => profile.id,
    close: async () => undefined,
  };
  const withoutTimers = { ...SYSTEM, clock: { ...SYSTEM.clock, after: () => () => undefined } };
  const monitor = createServiceMonitor(services, settings.get, withoutTimers);
  const secrets = createMemorySecrets();
  const isSet = secrets.set(secretName(profile.baseUrl), profile.apiKey ?? '');
  const violate = (invariant: string, detail: string): void => kernel.violate(invariant, detail);
  const same = (invariant: string, told: unknown, right: unknown): void => {
    const [one, other] = [JSON.stringify(told), JSON.stringify(right)];
    if (one !== other) violate(invariant, `${one}, not ${other}`);
  };

  const bars = new WeakMap<Queue, { today: SpentToday }>();
  const statusBarOf = (queue: Queue): { readonly today: SpentToday } => {
    const known = bars.get(queue);
    if (known) return known;
    const bar = { today: queue.spending.spent().today };
    bars.set(queue, bar);
    queue.spending.onChange((today) => void (bar.today = today));
    return bar;
  };

  const checkUsage = async (queue: Queue, ledger: ReadonlyMap<string, SpendingRow>): Promise<void> => {
    const usage = { cacheFor: () => ({ read: () => ({ rows: [], isWhole: false, readAt: null }), write: () => {} }) };
    const usageReaders = createUsageReaders({ spending: queue.spending, settings, services, usage });
    const handlers = createAccountHandlers({ queue, usageReaders });
    const query = { service: null, filter: EVERYTHING, page: 0, pageSize: MANY, fresh: true };
    const page = await handlers['account:usage'](query);
    const totals = await handlers['account:totals']({ service: null, from: null });
    const tasks = service.tasks().filter(({ shownAt }) => shownAt <= kernel.now());
    same('the account lists every task of the service', page.rows.length, tasks.length);
    for (const row of page.rows) checkUsageRow(row, ledger.get(row.taskId));
    const charged = sumOf(page.rows.map(({ credits }) => credits));
    same('the account’s sum is that of its rows', page.charged, charged);
    same('the account’s sums by day are those of its rows', totals.charged, charged);
    same('the account’s chart is that of its rows', sumOf(totals.sums.map(({ credits }) => credits)), charged);
  };
  const checkUsageRow = ({ taskId, state, credits, held, jobId }: UsageView, order: SpendingRow | undefined): void => {
    if (!order) return;
    const words = `task ${short(taskId)} of ${short(order.jobId)}/${order.step} (${state}, ${order.state})`;
    if (jobId !== order.jobId) violate('the account shows the job of a task', words);
    if (state === 'open' && held !== order.estimate)
      violate('the account shows what is held', `${words}: ${held}, not ${order.estimate}`);
    if (state === 'success' && order.state === 'charged' && credits !== order.charged)
      violate('the account shows the charge', `${words}: ${credits}, not ${order.charged}`);
  };

  /** The steps whose credits the service holds, as far as jobs know it. */
  const checkCards = async (queue: Queue, ledger: ReadonlyMap<string, SpendingRow>): Promise<void> => {
    await isSet;
    const records = queue.records();
    const views = new Map(queue.list().map((job) => [job.id, job]));
    const cards = createServiceCards({
      settings: settings as AppSettings,
      secrets,
      services,
      watch: monitor,
      jobs: () => records.map((record) => ({ record, view: () => views.get(record.id) ?? toJobView(record, 0) })),
      now: kernel.now,
    });
    const card = (await cards.list(false)).find(({ inUse }) => inUse);
    const { balance, held } = monitor.get();
    same('the account shows the balance of the header', [card?.balance, card?.held], [balance, held]);
    const orders = records
      .filter(({ status }) => !['done', 'failed', 'cancelled', 'unknown'].includes(status))
      .flatMap(({ steps }) => steps.filter(isStepHeld).map(({ taskId }) => ledger.get(taskId ?? '')));
    same('a service shows what is held for jobs', card?.underWay.amount, sumOf(orders.map((row) => row?.estimate)));
  };

  const checkCommandLine = async (queue: Queue, rows: readonly SpendingRow[]): Promise<void> => {
    const { balance, held } = monitor.get();
    const { method, path } = ENDPOINTS.getBalance;
    const test = usesTestCredits(profile.kind, profile.free);
    const told = reportBalance(await client.query(method, path), test).text;
    same('“dropforge balance” names the credits', namesTestCredits(told), test);
    same('“dropforge balance” shows the header', listAmounts(told), [balance, held].map(String));
    const lines = reportQueue(queue).text.split('\n');
    for (const { id, recipe, money } of queue.list()) {
      // What follows the recipe is the name, and an error that may name limits.
      const [line = ''] = lines.find((each) => each.startsWith(id.slice(0, 8)))?.split(`  ${recipe}  `) ?? [];
      const shown = `${chargeLabel(money)} ${chargeSentence(money, true)}`;
      same('“dropforge queue list” shows the amounts of the row', listNonZeroAmounts(line), listNonZeroAmounts(shown));
      if (listNonZeroAmounts(line).length > 0)
        for (const words of [line, shown]) same('a row names the credits', namesTestCredits(words), test);
    }
    const { totals } = readHistory(queue.spending, undefined);
    const open = rows.filter(({ state }) => state === 'held' || state === 'unknown');
    const right = {
      charged: sumOf(rows.map(({ charged }) => charged)),
      back: sumOf(rows.map(({ back }) => back)),
      open: sumOf(open.map(({ estimate }) => estimate)),
    };
    same('“dropforge history” shows the ledger', totals, right);
    for (const job of queue.list()) {
      const record = queue.find(job.id);
      if (!record || (job.money.kind !== 'charged' && job.money.kind !== 'back')) continue;
      const { creditsConsumed } = toJobReport(record);
      if (creditsConsumed !== job.money.amount)
        violate('a report shows the charge of its row', `${creditsConsumed}, not ${JSON.stringify(job.money)}`);
    }
  };

  /** Each part of a row belongs to the order of its step. */
  const checkSteps = (queue: Queue, ledger: ReadonlyMap<string, SpendingRow>): void => {
    for (const { id, steps, money } of queue.list()) {
      for (const [index, step] of steps.entries()) {
        const order = ledger.get(step.taskId ?? '');
        if (!order || order.state !== 'held' || step.creditsConsumed !== null) continue;
        if (step.price.amount !== order.estimate)
          violate(
            'a step shows what is held for it',
            `${short(id)}/${index}: ${step.price.amount}, not ${order.estimate}`,
          );
      }
      const back = rowsOf(ledger, id).filter(({ state }) => state === 'back');
      if (money.kind === 'back' && !back.some((row) => row.back === money.back))
        violate('a job shows its refund', `${short(id)} ${JSON.stringify(money)}, not ${JSON.stringify(back)}`);
    }
  };

  return {
    monitor,
    check: async (queue, planOf) => {
      statusBarOf(queue);
      await monitor.check();
      const { status, balance, held } = monitor.get();
      same('the header shows the account', [status, held], ['ready', formatCredits(service.held())]);
      const total = toCredits((parseCredits(balance ?? '') ?? NaN) - service.left());
      if (total !== 0 && total !== service.held()) violate('the header shows the account', `a balance of ${balance}`);
      const plan = planOf(queue);
      same('a plan shows the balance of the header', [plan.balance, plan.held], [balance, held]);
      const spendable = [service.left(), toCredits(service.left() - service.held())].map((credits) =>
        formatCredits(credits),
      );
      if (!spendable.includes(plan.available ?? ''))
        violate('a plan shows the available credits', `${plan.available}, not ${spendable.join(' or ')}`);
      const isTest = usesTestCredits(profile.kind, profile.free);
      same(
        'the plan and the status bar name the credits',
        [plan.test, queue.spending.spent().today.test],
        [isTest, isTest],
      );
      const rows = queue.spending.history(null, MANY);
      const ledger = new Map(rows.flatMap((row) => (row.taskId === null ? [] : [[row.taskId, row] as const])));
      await checkUsage(queue, ledger);
      await checkCards(queue, ledger);
      await checkCommandLine(queue, rows);
      checkSteps(queue, ledger);
    },
    checkSettled: (queue) => {
      same('the status bar shows today’s sums', statusBarOf(queue).today, queue.spending.spent().today);
    },
  };
}

function rowsOf(ledger: ReadonlyMap<string, SpendingRow>, jobId: string): SpendingRow[] {
  return [...ledger.values()].filter((row) => row.jobId === jobId);
}

function sumOf(amounts: readonly (string | null | undefined)[]): string {
  return formatCredits(toCredits(amounts.reduce<number>((sum, amount) => sum + (parseCredits(amount ?? '0') ?? 0), 0)));
}

/** A network that ends at the service at once. */
function createDirectNetwork(service: SimService): Network {
  const ask = async ({ method, url, headers, body }: NetworkRequest) => {
    const answer = service.handle({ method, url, headers, body: Buffer.from(typeof body === 'string' ? body : '') });
    async function* bytes() {
      yield answer.body;
    }
    const header = (name: string): string | undefined => answer.headers[name];
    return { status: answer.status, header, body: bytes(), discard: () => undefined };
  };
  return {
    ask,
    requestForeign: ask,
    sendOnce: async () => ({ kind: 'not_sent', error: new Error('read only') }),
    close: async () => undefined,
  };
}
