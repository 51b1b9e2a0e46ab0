import { formatCredits, toCredits } from '../../src-shared/api/pricing/credits.ts';
import { spending, type Spending } from '../../src-shared/settings/settings.ts';
import type { FaultPlan } from './faults.ts';
import type { Prng } from './prng.ts';

/** The recipe every job of the simulation is made by. */
const RECIPE = 'draft';
/** Watched folders that sources may come from. */
export const FOLDERS = ['folder-a', 'folder-b'] as const;

/** What the person allows to be spent; only ever more. */
export interface Limits {
  now(): Spending;
  /** Allows twice as much. */
  raise(): void;
}

/** Limits of a few tasks each, so that they are reached; none where nothing costs anything. */
export function drawLimits(prng: Prng, plan: FaultPlan, isFree: boolean): Limits {
  const amount = (most: number): string => formatCredits(toCredits(100 * prng.integer(most)));
  const hasCaps = plan.has('tight_caps') && !isFree;
  let current: Spending = spending.parse({
    ...(hasCaps && prng.chance(0.7) ? { perDay: amount(500) } : {}),
    ...(hasCaps && prng.chance(0.4) ? { perRecipe: { [RECIPE]: amount(400) } } : {}),
    ...(hasCaps && prng.chance(0.5) ? { perFolder: { [prng.pick(FOLDERS)]: amount(250) } } : {}),
    ...(plan.has('kept_balance') && !isFree ? { pauseBelow: amount(500) } : {}),
  });
  return {
    now: () => current,
    raise: () => {
      const twice = (limits: Readonly<Record<string, string>>): Record<string, string> =>
        Object.fromEntries(Object.entries(limits).map(([id, limit]) => [id, double(limit)]));
      const { perDay, perRecipe, perFolder } = current;
      const raised = { perRecipe: twice(perRecipe), perFolder: twice(perFolder) };
      current = { ...current, ...raised, perDay: perDay === null ? null : double(perDay) };
    },
  };
}

function double(limit: string): string {
  return formatCredits(toCredits(200 * Number(limit) + 10_000));
}
