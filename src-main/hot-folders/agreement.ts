import { NO_CREDITS, parseCredits, toCredits, type Credits } from '../../src-shared/api/credits.ts';
import type { SpendingPlan } from '../../src-shared/ipc/money-view.ts';
import { assertAgreed } from '../queue/money/assert-agreed.ts';
import type { ReadyUnit } from './ready-source.ts';

/** New files within so long count as coming at once. */
const BURST_MS = 60_000;

/** What a person said yes to in a hot folder, and what needs no yes. */
export interface Agreement {
  /** Says yes to units for what their plan says; throws `needs_yes` when that is more than `yes`. */
  give(units: readonly ReadyUnit[], plan: SpendingPlan, yes: Credits | null): void;
  /** Those of the units that a yes was said to. */
  covered(units: readonly ReadyUnit[]): ReadyUnit[];
  /** Whether a batch may cost what it does: what was said yes to, what a cap limits, or what nobody asks for. */
  holds(plan: SpendingPlan): boolean;
  /** That much of the yes is used up. */
  use(cost: Credits): void;
  /** Everything it was for is taken, or it was for too little. */
  end(): void;
  /** So many jobs were made. */
  count(jobs: number): void;
  /** Whether so many more are more than are expected at once. */
  isMany(jobs: number): boolean;
}

/** Nothing was said yes to. `hasCap`: whether the folder has a cap of its own, which is the yes to all under it. */
export function createAgreement(elapsed: () => number, mostAtOnce: number, hasCap: () => boolean): Agreement {
  let files = new Set<string>();
  let left: Credits | null = null;
  let isUnknownFine = false;
  let burst = { since: 0, count: 0 };
  const isCovered = (unit: ReadyUnit): boolean => unit.files.every(({ file }) => files.has(file.path));
  const freshBurst = (): typeof burst => {
    if (elapsed() - burst.since > BURST_MS) burst = { since: elapsed(), count: 0 };
    return burst;
  };
  return {
    give: (units, plan, yes) => {
      assertAgreed(plan, yes);
      files = new Set(units.flatMap((unit) => unit.files.map(({ file }) => file.path)));
      left = yes ?? NO_CREDITS;
      isUnknownFine = plan.unknown > 0;
    },
    covered: (units) => units.filter(isCovered),
    holds: (plan) => {
      if (left === null) return hasCap() || !plan.needsYes;
      return plan.unknown === 0 || isUnknownFine ? (parseCredits(plan.total) ?? 0) <= left : false;
    },
    use: (cost) => {
      if (left !== null) left = toCredits(Math.max(0, left - cost));
    },
    end: () => {
      files.clear();
      left = null;
    },
    count: (jobs) => void (freshBurst().count += jobs),
    isMany: (jobs) => freshBurst().count + jobs > mostAtOnce,
  };
}
