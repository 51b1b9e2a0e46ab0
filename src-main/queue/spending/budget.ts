import {
  addCredits,
  formatCredits,
  ZERO_CREDITS,
  parseCredits,
  toCredits,
  type Credits,
} from '../../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Spending as SpendingSettings } from '../../../src-shared/settings/settings.ts';
import type { Budget, TaskEnd } from '../../pipeline/budget.ts';
import type { IntentStore } from '../../pipeline/intent.ts';
import type { Payer } from '../../pipeline/job-record.ts';
import { PausedRun } from '../../pipeline/run-pipeline.ts';
import type { Clock } from '../../base/clock.ts';
import type { Balances } from './balances.ts';
import { createBegunJobs } from './begun-jobs.ts';
import { capsOver, describeExceededCap, findExceededCap, toPrice, type Cap } from './caps.ts';
import { orderKey, type Ledger } from './ledger.ts';
import { OverCap } from './over-cap.ts';
import type { PriceBook } from './price-book.ts';
import { toHold, toSpending } from './recorded-intents.ts';
import type { SpendingEnd, SpendingStore } from './spending-store.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Deps {
  readonly ledger: Ledger;
  readonly balances: Balances;
  readonly prices: PriceBook;
  readonly spendings: SpendingStore;
  readonly intents: Pick<IntentStore, 'findStanding'>;
  readonly clock: Pick<Clock, 'now'>;
  spending(): SpendingSettings;
  find(jobId: string): Payer | undefined;
  /** See `createBegunJobs`. */
  listUnordered(jobId: string): readonly number[] | null;
  /** Pauses all jobs of a service when an order would exceed a limit there, and records the reason. */
  pause(reason: ErrorInfo, record: Payer): void;
}

/** Creates a budget with these settings; without limits it only records spending. */
export function createBudget(deps: Deps): Budget {
  const { ledger, balances, prices, spendings, intents } = deps;

  const priceOf = (record: Payer, step: number): Credits | null => {
    const { operation, params } = record.steps[step] as Payer['steps'][number];
    return prices.priceOf({ operation, params }, record).amount;
  };
  const begun = createBegunJobs({
    ledger,
    listUnordered: deps.listUnordered,
    priceOf: (jobId, step) => {
      const record = deps.find(jobId);
      return record ? priceOf(record, step) : null;
    },
  });
  const findBrokenBy = (record: Payer, step: number, amount: Credits | null): Cap | null => {
    const { serviceKind, recipe, origin = null, waivedCaps = [] } = record;
    const spent = ledger.spentOn({ serviceKind, recipe, origin }, orderKey(record.id, step));
    const caps = capsOver(deps.spending(), spent, { recipe, origin });
    const isWaived = ({ kind }: Cap): boolean => waivedCaps.some((each) => each.cap === kind && each.step === step);
    return findExceededCap(
      caps.filter((cap) => !isWaived(cap)),
      amount,
    );
  };
  const enforceCaps: Budget['enforceCaps'] = (record, step, { profile }) => {
    if (profile.free) return;
    const amount = priceOf(record, step);
    const broken = findBrokenBy(record, step, amount);
    if (!broken) return;
    const { day } = ledger.today(record.serviceKind);
    throw new OverCap(describeExceededCap(broken, amount), { cap: broken.kind, day });
  };
  const setApart = (record: Payer, step: number, amount: Credits | null, serviceId: string): void => {
    const order = orderKey(record.id, step);
    const { day } = ledger.today(record.serviceKind);
    const standing = intents.findStanding(record.id, step);
    if (standing) spendings.renew(standing.id, { day, at: deps.clock.now(), estimate: amount });
    ledger.hold(order, toHold(record, day, amount));
    balances.hold(serviceId, order, amount ?? ZERO_CREDITS);
  };
  const pause = (reason: AppError, record: Payer): never => {
    const info = toErrorInfo(reason);
    deps.pause(info, record);
    throw new PausedRun(info);
  };
  /** The reason why an order would leave less than the minimum balance; an unknown balance is not limited. */
  const findLowBalance = (order: string, amount: Credits | null, serviceId: string): AppError | null => {
    const { pauseBelow } = deps.spending();
    const keep = pauseBelow === null ? null : parseCredits(pauseBelow);
    const available = balances.available(serviceId, order);
    if (keep === null || available === null || amount === 0) return null;
    const left = toCredits(available - (amount ?? 0));
    if (left >= keep && (amount !== null || available > keep)) return null;
    return new AppError(
      'balance_low',
      message('spending.balance-low', {
        available: formatCredits(available),
        keep: formatCredits(keep),
        ...toPrice(amount),
      }),
    );
  };
  /** What a job needs that has not begun, and what those need that have; null: the service itself decides. */
  const findWholeNeed = (record: Payer, amount: Credits | null, serviceId: string) => {
    // A free step spends nothing that others may need, so its job begins with a later one.
    if (amount === null || amount === 0 || begun.has(record.id)) return null;
    const need = begun.needOf(record.id);
    const others = begun.others(record.id, serviceId);
    return need > amount || others.need > 0 ? { need, others } : null;
  };
  /** Throws if the balance covers a step, but not all that its job and those that have begun need. */
  const enforceWholeJob = (record: Payer, step: number, amount: Credits | null, serviceId: string): void => {
    const whole = findWholeNeed(record, amount, serviceId);
    const available = balances.available(serviceId, orderKey(record.id, step));
    if (!whole || available === null) return;
    const { need, others } = whole;
    if (available >= addCredits(need, others.need)) return;
    const facts = { available: formatCredits(available), cost: formatCredits(need) };
    // What is held may come back.
    if (others.count > 0) {
      const detail = message('spending.credits-reserved', { ...facts, needed: formatCredits(others.need) });
      throw new AppError('credits_reserved', detail, { retryable: true });
    }
    if (amount !== null && available < amount) return;
    pause(new AppError('insufficient_credits', message('spending.job-not-covered', facts)), record);
  };
  const refreshBalance = async (
    record: Payer,
    amount: Credits | null,
    client: Parameters<Balances['refresh']>[0],
  ): Promise<void> => {
    const matters = deps.spending().pauseBelow !== null || findWholeNeed(record, amount, client.profile.id) !== null;
    if (matters && amount !== 0) await balances.refresh(client);
  };

  return {
    enforceCaps,
    reserve: async (record, step, client) => {
      if (client.profile.free) return;
      const order = orderKey(record.id, step);
      const amount = priceOf(record, step);
      await refreshBalance(record, amount, client);
      // No other job may run between this check and the reservation.
      enforceCaps(record, step, client);
      const low = findLowBalance(order, amount, client.profile.id);
      if (low) pause(low, record);
      enforceWholeJob(record, step, amount, client.profile.id);
      setApart(record, step, amount, client.profile.id);
      if (amount !== 0) begun.add(record.id, client.profile.id);
    },
    release: (record, step) => {
      ledger.release(orderKey(record.id, step));
      balances.release(orderKey(record.id, step));
    },
    affords: async ({ jobId, step }, client) => {
      const record = deps.find(jobId);
      if (client.profile.free) return true;
      if (!record) return false;
      const amount = priceOf(record, step);
      await refreshBalance(record, amount, client);
      const isOver =
        findBrokenBy(record, step, amount) ?? findLowBalance(orderKey(jobId, step), amount, client.profile.id);
      if (isOver) return false;
      setApart(record, step, amount, client.profile.id);
      return true;
    },
    isReserved: ({ jobId, step }) => ledger.holds(orderKey(jobId, step)),
    pauseForCredits: pause,
    end: (record, step, told) => {
      const intent = intents.findStanding(record.id, step);
      if (record.free || !intent) return;
      const order = orderKey(record.id, step);
      const estimate = priceOf(record, step);
      // An order from before spending was recorded.
      if (!spendings.find(intent.id)) {
        const { day } = ledger.today(record.serviceKind);
        spendings.add(toSpending(record, step, { id: intent.id, day, at: deps.clock.now(), estimate }));
      }
      const end = toEnd(told, spendings.find(intent.id)?.estimate ?? estimate);
      ledger.end(order, intent.id, end);
      balances.end(order, end.kind === 'charged' ? end.charged : ZERO_CREDITS);
      const row = spendings.find(intent.id);
      if (row && told.kind === 'success' && end.kind === 'charged')
        prices.learn(row.priceKey, row.serviceId, row.serviceKind);
    },
    endLost: ({ id, jobId, step, state }, told) => {
      const row = spendings.find(id);
      // The key of the step may belong to a newer order.
      if (row) ledger.end(state === 'abandoned' ? id : orderKey(jobId, step), id, toEnd(told, row.estimate));
    },
  };
}

/** A failed task is refunded (spec part 3), unless the service reports a charge for it. */
function toEnd({ kind, charged }: TaskEnd, estimate: Credits | null): SpendingEnd {
  if (kind === 'failed' && !charged) return { kind: 'back', back: estimate };
  return charged === null ? { kind: 'unknown' } : { kind: 'charged', charged };
}
