import { ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { Intent, IntentStore } from '../../pipeline/intent.ts';
import type { Payer } from '../../pipeline/job-record.ts';
import type { Clock } from '../../base/clock.ts';
import type { Balances } from './balances.ts';
import { orderKey, type Ledger } from './ledger.ts';
import { toPriceKey, type PriceBook } from './price-book.ts';
import type { SpendingRecord, SpendingStore } from './spending-store.ts';

interface Deps {
  readonly intents: IntentStore;
  readonly spendings: SpendingStore;
  readonly ledger: Ledger;
  readonly balances: Balances;
  readonly prices: PriceBook;
  readonly clock: Pick<Clock, 'now'>;
  find(jobId: string): Payer | undefined;
  /** Runs a function in one transaction. */
  together<T>(run: () => T): T;
}

/** Intents that record the cost of each order in the same commit. Free orders are not recorded. */
export interface RecordedIntents extends IntentStore {
  /** Abandons an intent in one transaction with another write. */
  abandonWith(id: string, write: () => void): void;
  /** Assigns a task to an intent in one transaction with another write. */
  bindWith(id: string, taskId: string, write: () => void): void;
}

/** Records the cost of the orders of a queue. */
export function recordIntents(deps: Deps): RecordedIntents {
  const { intents, spendings, ledger, balances, together } = deps;

  const add = ({ id, step }: Pick<Intent, 'id' | 'step'>, record: Payer, estimate: Credits | null): SpendingRecord => {
    const { day } = ledger.today(record.serviceKind);
    const row = toSpending(record, step, { id, day, at: deps.clock.now(), estimate });
    spendings.add(row);
    return row;
  };

  const priceOf = (record: Payer, step: number): Credits | null => {
    const { operation, params } = record.steps[step] as Payer['steps'][number];
    return deps.prices.priceOf({ operation, params }, record).amount;
  };

  /** What an intent in its new state holds. */
  const follow = (intent: Intent): Intent => {
    const order = orderKey(intent.jobId, intent.step);
    if (intent.state === 'abandoned') ledger.move(order, intent.id);
    if (intent.state === 'rejected') ledger.release(order);
    return intent;
  };

  /** Runs a change of an intent in one transaction with another write; returns the intent. */
  const changeWith = (change: () => Intent, write: () => void): Intent =>
    together(() => {
      const intent = change();
      write();
      return intent;
    });
  const markBound = (intent: Intent): Intent => {
    balances.bound(orderKey(intent.jobId, intent.step));
    return intent;
  };

  return {
    ...intents,
    prepare: (order) => {
      const record = deps.find(order.jobId);
      // The guard reserved credits for everything that is not free.
      if (!record || !ledger.holds(orderKey(order.jobId, order.step))) return intents.prepare(order);
      const [intent, { day, estimate }] = together(() => {
        const prepared = intents.prepare(order);
        return [prepared, add(prepared, record, priceOf(record, order.step))] as const;
      });
      ledger.hold(orderKey(order.jobId, order.step), toHold(record, day, estimate));
      return intent;
    },
    adopt: (order, taskId) => {
      const record = deps.find(order.jobId);
      if (!record || record.free) return intents.adopt(order, taskId);
      const before = intents.find(order.id);
      const adopted = together(() => {
        const intent = intents.adopt(order, taskId);
        if (!intent) return null;
        const known = spendings.find(intent.id);
        // The job that downloads the task of a recorded order continues its row: it is counted once.
        if (known) spendings.reassign(intent.id, intent.jobId, intent.step);
        // The parameters of an order that was not recorded here are unknown, so its price is too.
        return { intent, known, row: known ?? add(intent, record, null) };
      });
      if (!adopted) return null;
      const { intent, known, row } = adopted;
      const key = orderKey(intent.jobId, intent.step);
      if (!known) ledger.hold(key, toHold(record, row.day, null));
      // The key of the step may belong to a newer order, and an order found by its task was given up.
      const isAbandoned = before?.state === 'abandoned' || intent.id !== order.id;
      // What an ended order holds stays under its own key.
      if (known?.end === null) ledger.move(isAbandoned ? intent.id : orderKey(known.jobId, known.step), key);
      return intent;
    },
    bind: (id, taskId) => markBound(intents.bind(id, taskId)),
    bindWith: (id, taskId, write) => void markBound(changeWith(() => intents.bind(id, taskId), write)),
    noteLostTask: (id, taskId) => {
      const before = intents.find(id);
      intents.noteLostTask(id, taskId);
      if (before?.state === 'ambiguous') ledger.move(orderKey(before.jobId, before.step), id);
    },
    mark: (id, state) => follow(intents.mark(id, state)),
    abandonWith: (id, write) => void follow(changeWith(() => intents.mark(id, 'abandoned'), write)),
  };
}

/** The amount reserved for a step of a job, in the day of its row. */
export function toHold({ serviceKind, recipe, origin = null }: Payer, day: string, amount: Credits | null) {
  return { serviceKind, recipe, origin, day, amount: amount ?? ZERO_CREDITS };
}

/** The row of an order of a job's step. */
export function toSpending(
  record: Payer,
  step: number,
  facts: Pick<SpendingRecord, 'id' | 'day' | 'at' | 'estimate'>,
): SpendingRecord {
  const { operation, params } = record.steps[step] as Payer['steps'][number];
  const { id: jobId, name, recipe, origin = null, serviceKind } = record;
  const serviceId = record.serviceId ?? '';
  const priceKey = toPriceKey(serviceId, { operation, params });
  return { ...facts, jobId, step, name, recipe, origin, operation, serviceId, serviceKind, priceKey };
}
