import { addCredits, ZERO_CREDITS, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { Clock } from '../../base/clock.ts';
import { toLocalDay } from './local-day.ts';
import type { SpendingEnd, SpendingRecord, SpendingStore } from './spending-store.ts';

/** What an order counts for. Credits of a cloud and test credits of a rehearsal on this computer are counted apart. */
interface SpendingPlace {
  readonly serviceKind: SpendingRecord['serviceKind'];
  readonly recipe: string;
  readonly origin: string | null;
}

/** Credits reserved for an order, or that may still be charged for it. */
interface Hold extends SpendingPlace {
  /** The local day it counts in: that of its row, if it has one. */
  readonly day: string;
  /** Zero if the price is unknown. */
  readonly amount: Credits;
}

/** Amounts that count in today's budget. */
interface DaySums {
  readonly day: string;
  readonly charged: Credits;
  readonly back: Credits;
  /** Reserved, in progress, or unconfirmed. */
  readonly held: Credits;
}

/** Amounts that count against the caps of a step: charged and held today. */
export interface CapUsage {
  readonly day: Credits;
  readonly recipe: Credits;
  readonly folder: Credits;
}

/**
 * Today's sums, updated incrementally: the cost of a query does not depend on the number of orders. An order counts in
 * the day on which its credits were reserved. Days after today count as today: setting the clock back does not reopen a
 * budget that was spent.
 */
export interface Ledger {
  today(serviceKind: SpendingPlace['serviceKind']): DaySums;
  /** `without`: an order to ignore because it is checked again. */
  spentOn(place: SpendingPlace, without?: string): CapUsage;
  /** Reserves credits for an order, replacing its earlier reservation. If the order has a row, the row is stored first. */
  hold(order: string, hold: Hold): void;
  /** True if credits are reserved for an order. */
  holds(order: string): boolean;
  release(order: string): void;
  /** What is reserved for an order counts under another key from now on: that of its intent, once its step has no order. */
  move(from: string, to: string): void;
  /** Records the end of a stored order, and counts it in the day of the order. */
  end(order: string, intentId: string, end: SpendingEnd): void;
  onChange(listen: () => void): void;
}

/** The key of an order; a step of a job has at most one. */
export function orderKey(jobId: string, step: number): string {
  return `${jobId}/${step}`;
}

/** Creates the ledger from the stored orders; the day is checked on every query. */
export function createLedger(store: SpendingStore, clock: Pick<Clock, 'now'>): Ledger {
  /** Orders by key; unconfirmed orders without a key by their intent. */
  const holds = new Map<string, Hold>();
  const listeners: (() => void)[] = [];
  let sums = createSums('');

  const forget = (key: string): Hold | undefined => {
    const hold = holds.get(key);
    holds.delete(key);
    if (hold) sums.count('held', hold, 0 - hold.amount);
    return hold;
  };
  const keep = (key: string, hold: Hold): void => {
    forget(key);
    holds.set(key, hold);
    sums.count('held', hold, hold.amount);
  };
  const turn = (): void => {
    const day = toLocalDay(clock.now());
    if (day === sums.day) return;
    sums = createSums(day);
    for (const sum of store.sumsSince(day)) {
      sums.count('charged', { ...sum, day }, sum.charged);
      sums.count('back', { ...sum, day }, sum.back);
    }
    for (const hold of holds.values()) sums.count('held', hold, hold.amount);
    for (const { id, jobId, step, serviceKind, recipe, origin, estimate, day: on, isLive } of store.openSince(day)) {
      const key = isLive ? orderKey(jobId, step) : id;
      if (!holds.has(key)) keep(key, { serviceKind, recipe, origin, day: on, amount: estimate ?? ZERO_CREDITS });
    }
  };
  const changed = (): void => {
    for (const listen of listeners) listen();
  };

  return {
    today: (serviceKind) => {
      turn();
      return { day: sums.day, ...sums.totals[serviceKind] };
    },
    spentOn: (place, without = '') => {
      turn();
      const spent = sums.spentOn(place);
      const own = holds.get(without);
      if (!own || own.day < sums.day) return spent;
      const less = (sum: Credits): Credits => toCredits(sum - own.amount);
      return { day: less(spent.day), recipe: less(spent.recipe), folder: less(spent.folder) };
    },
    hold: (order, hold) => {
      turn();
      keep(order, hold);
      changed();
    },
    holds: (order) => holds.has(order),
    release: (order) => {
      turn();
      if (forget(order)) changed();
    },
    move: (from, to) => {
      turn();
      const hold = forget(from);
      if (hold) keep(to, hold);
    },
    end: (order, intentId, end) => {
      turn();
      const row = store.find(intentId);
      if (!row) return;
      store.end(intentId, end, clock.now());
      if (row.end) sums.end(row, row.end, -1);
      else forget(order);
      forget(intentId);
      sums.end(row, end, 1);
      const { serviceKind, recipe, origin, day, estimate } = row;
      const amount = estimate ?? ZERO_CREDITS;
      if (end.kind === 'unknown') keep(intentId, { serviceKind, recipe, origin, day, amount });
      changed();
    },
    onChange: (listen) => void listeners.push(listen),
  };
}

type Part = 'charged' | 'back' | 'held';
type Place = SpendingPlace & { readonly day: string };

/** The sums of a day and all later ones. */
function createSums(day: string) {
  const nothing: Record<Part, Credits> = { charged: ZERO_CREDITS, back: ZERO_CREDITS, held: ZERO_CREDITS };
  const totals = { local: { ...nothing }, cloud: { ...nothing } };
  const places = new Map<string, Credits>();
  const at = (place: string): Credits => places.get(place) ?? ZERO_CREDITS;
  const count = (part: Part, order: Place, amount: number): void => {
    if (order.day < day) return;
    const total = totals[order.serviceKind];
    total[part] = toCredits(total[part] + amount);
    if (part === 'back') return;
    for (const place of placesOf(order)) places.set(place, toCredits(at(place) + amount));
  };
  return {
    day,
    count,
    totals,
    end: (place: Place, end: SpendingEnd, sign: 1 | -1): void => {
      if (end.kind === 'charged') count('charged', place, sign * end.charged);
      if (end.kind === 'back') count('back', place, sign * (end.back ?? ZERO_CREDITS));
    },
    spentOn: (place: SpendingPlace): CapUsage => {
      const [ofRecipe, ofFolder] = placesOf(place);
      const { charged, held } = totals[place.serviceKind];
      const folder = ofFolder === undefined ? ZERO_CREDITS : at(ofFolder);
      return { day: addCredits(charged, held), recipe: at(ofRecipe), folder };
    },
  };
}

function placesOf({ serviceKind, recipe, origin }: SpendingPlace): [string, ...string[]] {
  const ofRecipe = `${serviceKind} recipe ${recipe}`;
  return origin === null ? [ofRecipe] : [ofRecipe, `${serviceKind} folder ${origin}`];
}
