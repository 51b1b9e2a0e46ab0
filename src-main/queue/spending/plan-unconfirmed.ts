import { addCredits, formatCredits, ZERO_CREDITS, parseCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { serviceOf, type JobRecord } from '../../pipeline/job-record.ts';
import type { PlannedJobs, PlanService } from './plan.ts';

/** What jobs would cost at a service. */
export type ConfirmationPlanOptions = (jobs: readonly PlannedJobs[], place: PlanService) => SpendingPlan;

/**
 * What jobs that are there would cost, each at the service it is to be made by, whichever is in use now. Throws nothing;
 * of no jobs it is a plan of none.
 */
export function planUnconfirmed(records: readonly JobRecord[], plan: ConfirmationPlanOptions): SpendingPlan {
  const [first, ...others] = [...Map.groupBy(records, serviceOf).values()].map((alike) => {
    const { serviceKind, cloud } = alike[0] as JobRecord;
    const jobs = alike.map(({ recipe, steps }) => ({ recipe, steps, count: 1 }));
    return plan(jobs, { service: serviceKind, cloud });
  });
  return others.reduce(joinPlans, first ?? plan([], { service: 'local' }));
}

/** Two plans as one; the account is that of the first. */
function joinPlans(one: SpendingPlan, other: SpendingPlan): SpendingPlan {
  const total = [one, other].map((plan) => parseCredits(plan.total) ?? ZERO_CREDITS);
  return {
    ...(one.free ? other : one),
    jobs: one.jobs + other.jobs,
    lines: [...one.lines, ...other.lines],
    total: formatCredits(addCredits(...total)),
    unknown: one.unknown + other.unknown,
    learned: one.learned || other.learned,
    needsYes: one.needsYes || other.needsYes,
    over: [...one.over, ...other.over],
  };
}
