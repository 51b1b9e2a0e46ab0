import { CATEGORIES, type Category } from '../../../src-shared/api/models/categories.ts';
import { toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { checkFunds } from '../account/ledger.ts';
import { ApiError } from '../api-error.ts';
import type { NewTask } from './task-record.ts';

/** Retry delay for clients when a pool is full; the pool cannot know when a slot becomes free, and most tasks are short. */
const RETRY_AFTER_SECONDS = 2;

/** Number of queued and running tasks of each category, at most. */
export type Concurrency = Readonly<Record<Category, number>>;

/** State before the first of several tasks is created. */
interface AdmissionState<T> {
  readonly balance: Credits;
  /** Number of queued and running tasks of a category. */
  takenOf(category: Category): number;
  /** Further rules; `take` hears of each accepted task. */
  readonly rules?: { check(task: T): ApiError | null; take(task: T): void };
}

/** Decision about several tasks, in their order. */
interface Admission {
  /** Null for each task that may be created, its error for each other. */
  readonly refusals: readonly (ApiError | null)[];
  /** The spendable balance after each accepted task that costs something. */
  readonly balances: readonly Credits[];
}

/**
 * Decides which of several tasks may be created (spec part 8): error 2010 if the balance is too low and 2000 if the
 * category is full; 2010 takes precedence, because waiting does not resolve it, and further rules before both. Each
 * accepted task takes its price and slot from those behind it.
 */
export function admitTasks<T extends NewTask>(
  group: readonly T[],
  state: AdmissionState<T>,
  concurrency?: Concurrency,
): Admission {
  let { balance } = state;
  const taken = new Map<Category, number>();
  const balances: Credits[] = [];
  const refusals = group.map((task) => {
    const { category, price } = task;
    const before = taken.get(category) ?? state.takenOf(category);
    const refusal = state.rules?.check(task) ?? checkFunds(price, balance) ?? checkSlots(category, before, concurrency);
    taken.set(category, refusal ? before : before + 1);
    if (refusal) return refusal;
    state.rules?.take(task);
    if (price > 0) balances.push((balance = toCredits(balance - price)));
    return null;
  });
  return { refusals, balances };
}

function checkSlots(category: Category, taken: number, concurrency?: Concurrency): ApiError | null {
  const { title, concurrency: byDefault } = CATEGORIES[category];
  const slots = concurrency?.[category] ?? byDefault;
  if (taken < slots) return null;
  return new ApiError(2000, serviceMessage('api.no-slot', { category: title, slots }), {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
