import { toWireCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { StudioKey } from './postgres-api-keys.ts';
import type { StudioUsage } from './postgres-usage.ts';

/** A key as the console and the command line read it: amounts are credits on the wire. */
export function presentKey({ mayCreate, isAdmin, ...key }: StudioKey) {
  return {
    ...key,
    scopes: ['read', ...(mayCreate ? ['create'] : []), ...(isAdmin ? ['admin'] : [])],
    dayBudget: toWireBudget(key.dayBudget),
    monthBudget: toWireBudget(key.monthBudget),
    spentToday: toWireCredits(key.spentToday),
    spentThisMonth: toWireCredits(key.spentThisMonth),
  };
}

/** A row of usage in the same form. */
export function presentUsage({ credits, ...row }: StudioUsage) {
  return { ...row, credits: toWireCredits(credits) };
}

function toWireBudget(budget: Credits | null): number | null {
  return budget === null ? null : toWireCredits(budget);
}
