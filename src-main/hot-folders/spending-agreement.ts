import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { HoldReason } from '../pipeline/job-record.ts';

/** New files within this time count as arriving at once. */
const BURST_MS = 60_000;

/** Decides which jobs of a hot folder may start without confirmation. */
export interface SpendingAgreement {
  /**
   * Why a batch needs confirmation; null: a cap limits it, or it costs less than the confirmation limit.
   * `isAsked`: other jobs of the folder wait for confirmation; new ones join them.
   */
  findDoubt(plan: SpendingPlan, isAsked: boolean): HoldReason | null;
  /** Records that this number of jobs was created. */
  count(jobs: number): void;
  /** True if this number of further jobs is more than expected at once. */
  isMany(jobs: number): boolean;
}

/** Starts without jobs. `hasCap`: true if the folder has its own cap, which confirms everything below it. */
export function createSpendingAgreement(
  elapsed: () => number,
  mostAtOnce: number,
  hasCap: () => boolean,
): SpendingAgreement {
  let burst = { since: -Infinity, count: 0 };
  const freshBurst = (): typeof burst => {
    if (elapsed() - burst.since > BURST_MS) burst = { since: elapsed(), count: 0 };
    return burst;
  };
  return {
    findDoubt: ({ free, needsYes }, isAsked) => (free || hasCap() || !(needsYes || isAsked) ? null : 'price'),
    count: (jobs) => void (freshBurst().count += jobs),
    isMany: (jobs) => freshBurst().count + jobs > mostAtOnce,
  };
}
