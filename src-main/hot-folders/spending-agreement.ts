import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { HoldReason } from '../pipeline/job-record.ts';

/** New files within so long count as coming at once. */
const BURST_MS = 60_000;

/** What of a hot folder may begin without anybody being asked. */
export interface SpendingAgreement {
  /**
   * Why a batch has to wait for a yes; null: a cap limits it, or it costs less than anybody wants to be asked about.
   * `isAsked`: other jobs of the folder wait for one; what comes meanwhile joins them.
   */
  findDoubt(plan: SpendingPlan, isAsked: boolean): HoldReason | null;
  /** So many jobs were made. */
  count(jobs: number): void;
  /** Whether so many more are more than are expected at once. */
  isMany(jobs: number): boolean;
}

/** No job was made yet. `hasCap`: whether the folder has a cap of its own, which is the yes to all under it. */
export function createSpendingAgreement(
  elapsed: () => number,
  mostAtOnce: number,
  hasCap: () => boolean,
): SpendingAgreement {
  let burst = { since: 0, count: 0 };
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
