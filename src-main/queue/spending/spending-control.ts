import { availableCredits } from '../../../src-shared/api/pricing/available-credits.ts';
import { formatCredits, ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan, SpendingRow, SpentToday, SpentView } from '../../../src-shared/ipc/views/money-view.ts';
import type { Price } from '../../../src-shared/jobs/job.ts';
import { usesTestCredits } from '../../../src-shared/jobs/test-credits.ts';
import { spending as spendingSettings, type Spending } from '../../../src-shared/settings/settings.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Budget } from '../../pipeline/budget.ts';
import { mayHaveTask } from '../../pipeline/intent.ts';
import type { JobRecord, Payer, StepRecord } from '../../pipeline/job-record.ts';
import type { Clock } from '../../base/clock.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import type { QueueStore } from '../store/queue-store.ts';
import { createBalances } from './balances.ts';
import { createBudget } from './budget.ts';
import { createLedger } from './ledger.ts';
import { makePlan, type PlanInput } from './plan.ts';
import { watchLocalDay } from './local-day.ts';
import { createPriceBook, type PriceContext } from './price-book.ts';
import { recordIntents, type RecordedIntents } from './recorded-intents.ts';
import { settleLostOrders } from './settle-lost-orders.ts';
import type { TaskOrder } from './spending-store.ts';

/** Minimum time between two updates of today's spending. */
const TELL_MS = 250;
/** Number of days that sums cover. */
const DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** No caps; everything that costs is confirmed. */
const NO_LIMITS = spendingSettings.parse({});

/** The job that a task of the service belongs to, as far as it is recorded here. */
export interface TaskOwner extends TaskOrder {
  /** True if the job is still in the queue or the gallery. */
  readonly listed: boolean;
}

/** Read access to spending. Sums and history are those of the kind of service in use: test credits are counted apart. */
export interface QueueSpending {
  plan(input: PlanInput, where: PriceContext): SpendingPlan;
  today(): SpentToday;
  spent(): SpentView;
  /** Newest first; see the contract's `money:history`. `since`: epoch ms of the oldest. */
  history(before: number | null, limit: number, since?: number): SpendingRow[];
  /** The jobs of the service's tasks, without tasks that were created elsewhere. */
  ownersOf(taskIds: readonly string[]): ReadonlyMap<string, TaskOwner>;
  /** The cost of a step, as far as it is known before it is charged. */
  priceOf(record: JobRecord, step: StepRecord): Price;
  /** Called with today's sums when they changed. */
  onChange(listen: (today: SpentToday) => void): () => void;
  /** Another service may be in use: publishes its sums. */
  serviceChanged(): void;
}

/** Spending of a queue: its limits, its ledger and their views. */
export interface SpendingControl extends QueueSpending {
  readonly budget: Budget;
  /** Intents that record their cost. */
  readonly intents: RecordedIntents;
  /** See `settleLostOrders`. `isLost`: by default, of jobs that are gone. */
  settleLost(client: Pick<ServiceClient, 'profile' | 'listTasks'>, isLost?: (jobId: string) => boolean): Promise<void>;
  /** The user may have topped up. */
  forgetBalance(): void;
  close(): void;
}

interface Deps {
  readonly store: QueueStore;
  readonly clock: Clock;
  /** Absent: no limits. */
  readonly spending: (() => Spending) | undefined;
  /** See `spendingKindOf`; absent: cloud. */
  readonly serviceKind?: (() => PriceContext['serviceKind']) | undefined;
  find(jobId: string): Payer | undefined;
  /** See `createBegunJobs`; absent: orders are not part of jobs. */
  listUnordered?(jobId: string): readonly number[] | null;
  /** See `createBudget`. */
  pause(reason: ErrorInfo, record: Payer): void;
}

/** Creates the spending control of a store. */
export function createSpendingControl({
  store,
  clock,
  spending = () => NO_LIMITS,
  serviceKind = () => 'cloud',
  find,
  listUnordered = () => null,
  pause,
}: Deps): SpendingControl {
  const { spendings, facts, together } = store;
  const prices = createPriceBook(spendings);
  const ledger = createLedger(spendings, clock);
  const balances = createBalances(clock, {
    get: (id) => readFlag(facts.get(habitName(id))),
    set: (id, excludes) => facts.set(habitName(id), excludes ? 'yes' : 'no'),
  });
  const intents = recordIntents({ intents: store.intents, spendings, ledger, balances, prices, clock, find, together });
  const budget = createBudget({
    ...{ ledger, balances, prices, spendings, intents, clock, spending, find, listUnordered, pause },
  });
  const listeners = new Set<(today: SpentToday) => void>();
  let told = '';
  let stopTimer: (() => void) | null = null;
  let stopDayWatch: (() => void) | null = null;

  const today = (): SpentToday => {
    const { charged, back, held } = ledger.today(serviceKind());
    const test = usesTestCredits(serviceKind(), false);
    return { charged: formatCredits(charged), back: formatCredits(back), held: formatCredits(held), test };
  };
  const tell = (): void => {
    stopTimer = null;
    const news = today();
    const text = JSON.stringify(news);
    if (text === told) return;
    told = text;
    for (const listen of listeners) listen(news);
  };
  const tellSoon = (): void => {
    if (listeners.size > 0) stopTimer ??= clock.after(TELL_MS, tell);
  };
  ledger.onChange(tellSoon);

  const availableOf = ({ balance, held }: PlanInput, { serviceId, serviceKind }: PriceContext): Credits | null => {
    if (balance === null) return null;
    const id = serviceId ?? spendings.lastService(serviceKind);
    const excludes = id !== null && readFlag(facts.get(habitName(id))) === true;
    return availableCredits({ balance, held: held ?? ZERO_CREDITS }, excludes);
  };

  /**
   * The amount reserved for an order whose charge is not known, whatever another would cost; zero for a free order, null if
   * unknown. Undefined: the step has none.
   */
  const findReserved = (record: JobRecord, step: StepRecord): Credits | null | undefined => {
    const isOrdered = step.taskId !== null || step.status === 'running' || step.status === 'unknown';
    if (!isOrdered || (step.creditsConsumed !== null && !step.refunded)) return undefined;
    const intent = intents.findStanding(record.id, record.steps.indexOf(step));
    if (!intent || !mayHaveTask(intent)) return undefined;
    const order = spendings.find(intent.id);
    return order ? order.estimate : ZERO_CREDITS;
  };

  return {
    budget,
    intents,
    priceOf: (record, step) => {
      if (record.free) return toPriceView(ZERO_CREDITS, 'listed');
      const reserved = findReserved(record, step);
      if (reserved !== undefined) return toPriceView(reserved, 'listed');
      const { operation, params, extra } = step;
      // The parameters that a found task was created with are not recorded.
      if (record.found && !extra) return toPriceView(null, 'unknown');
      const { amount, basis } = prices.priceOf({ operation, params }, record);
      return toPriceView(amount, basis);
    },
    plan: (input, where) =>
      makePlan(input, {
        test: usesTestCredits(where.serviceKind, input.free),
        spending: spending(),
        priceOf: (step) => prices.priceOf(step, where),
        spentOn: (place) => ledger.spentOn({ ...place, serviceKind: where.serviceKind }),
        available: availableOf(input, where),
      }),
    today,
    spent: () => ({
      today: today(),
      days: spendings.days(serviceKind(), DAYS).map(({ day, charged, back, jobs }) => ({
        ...{ day, jobs },
        charged: formatCredits(charged),
        back: formatCredits(back),
      })),
      recipes: spendings
        .recipes(serviceKind(), clock.now() - DAYS * DAY_MS)
        .map(({ recipe, charged, jobs }) => ({ recipe, jobs, charged: formatCredits(charged) })),
    }),
    history: (before, limit, since) => spendings.history(serviceKind(), before, limit, since),
    ownersOf: (taskIds) => {
      const owners = new Map<string, TaskOwner>();
      for (const [id, order] of spendings.ordersOf(taskIds)) {
        const record = find(order.jobId);
        const now = record && { name: record.name, recipe: record.recipe, origin: record.origin ?? null };
        owners.set(id, { ...order, ...now, listed: record !== undefined });
      }
      return owners;
    },
    onChange: (listen) => {
      listeners.add(listen);
      // The sums of a new day are others, although nothing was ordered.
      stopDayWatch ??= watchLocalDay(clock, tellSoon);
      return () => void listeners.delete(listen);
    },
    serviceChanged: tellSoon,
    settleLost: (client, isLost = (jobId) => !find(jobId)) =>
      settleLostOrders(client, { spendings, intents, budget, isLost }),
    forgetBalance: balances.forget,
    close: () => {
      stopTimer?.();
      stopDayWatch?.();
      listeners.clear();
    },
  };
}

function toPriceView(amount: Credits | null, basis: Price['basis']): Price {
  return amount === null ? { amount, basis: 'unknown' } : { amount: formatCredits(amount), basis };
}

function habitName(serviceId: string): string {
  return `balance excludes held ${serviceId}`;
}

function readFlag(value: string | null): boolean | null {
  return value === null ? null : value === 'yes';
}
