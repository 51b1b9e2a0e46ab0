import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { formatCredits, toCredits, type Credits } from '../../../../src-shared/api/pricing/credits.ts';
import { ApiError } from '../../api-error.ts';
import type { NewTask } from '../task-record.ts';

/** What a key of a studio may do. */
export interface KeyRules {
  /** False: it may only read. */
  readonly mayCreate: boolean;
  /** Operations that it may create; null: all. */
  readonly operations: readonly string[] | null;
  /** Credits that it may spend a day (UTC) and a month; null: any number. */
  readonly dayBudget: Credits | null;
  readonly monthBudget: Credits | null;
}

/** A key with what its tasks of this day and month have cost, without refunds. */
export interface KeyState extends KeyRules {
  readonly spentToday: Credits;
  readonly spentThisMonth: Credits;
}

/** The rules of keys for tasks that are created together, in their order. */
export interface KeyCheck {
  /** Why a key may not create a task; null if it may. */
  check(task: NewTask & { readonly keyId: string }): ApiError | null;
  /** Counts an accepted task. */
  take(task: NewTask & { readonly keyId: string }): void;
}

/** Applies the rules of keys; a key without rules may do everything. */
export function createKeyCheck(keys: ReadonlyMap<string, KeyState>): KeyCheck {
  const taken = new Map<string, number>();
  return {
    check({ keyId, type, price }) {
      const key = keys.get(keyId);
      if (!key) return null;
      if (!key.mayCreate) return new ApiError(1004, serviceMessage('api.key-read-only'), { http: 403 });
      if (key.operations && !key.operations.includes(type)) {
        const operations = key.operations.join(', ');
        return new ApiError(1004, serviceMessage('api.key-operation', { operation: type, operations }), { http: 403 });
      }
      const more = (taken.get(keyId) ?? 0) + price;
      return (
        checkBudget('day', key.dayBudget, key.spentToday, more, price) ??
        checkBudget('month', key.monthBudget, key.spentThisMonth, more, price)
      );
    },
    take: ({ keyId, price }) => void taken.set(keyId, (taken.get(keyId) ?? 0) + price),
  };
}

function checkBudget(
  period: 'day' | 'month',
  budget: Credits | null,
  spent: Credits,
  more: number,
  price: Credits,
): ApiError | null {
  if (budget === null || price === 0 || spent + more <= budget) return null;
  const used = formatCredits(toCredits(spent + more - price));
  const amounts = { price: formatCredits(price), used, budget: formatCredits(budget) };
  const message = serviceMessage('api.key-budget', { period, ...amounts });
  // A top-up changes nothing for this key.
  return new ApiError(2010, message, { suggestion: 'suggestion.key-budget' });
}
