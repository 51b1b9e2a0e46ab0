import { addCredits, formatCredits, ZERO_CREDITS, parseCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { serviceOf, type JobRecord } from '../../pipeline/job-record.ts';
import type { PlannedJobs, PlanService } from './plan.ts';

/** The cost of jobs at one service. */
export type PlanAtService = (jobs: readonly PlannedJobs[], place: PlanService) => SpendingPlan;

/**
 * The cost of steps of existing jobs, each at its own service, whichever is in use. Does not throw unless `stepsOf` does; for
 * no jobs it is an empty plan.
 */
export function planByService(
  records: readonly JobRecord[],
  stepsOf: (record: JobRecord) => PlannedJobs['steps'],
  plan: PlanAtService,
): SpendingPlan {
  const [first, ...others] = [...Map.groupBy(records, serviceOf).values()].map((alike) => {
    const { serviceKind, cloud } = alike[0] as JobRecord;
    const jobs = alike.map((record) => ({ recipe: record.recipe, steps: stepsOf(record), count: 1 }));
    return plan(jobs, { service: serviceKind, cloud });
  });
  return others.reduce(joinPlans, first ?? plan([], { service: 'local' }));
}

/** Merges two plans; the account is that of the first. */
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
