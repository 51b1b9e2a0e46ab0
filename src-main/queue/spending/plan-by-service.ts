import { addCredits, formatCredits, ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { serviceOf, type JobRecord } from '../../pipeline/job-record.ts';
import { amountOf, listExceeded, needsConfirmation, type PlannedJobs, type PlanService } from './plan.ts';

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
  const plans = [...Map.groupBy(records, serviceOf).values()].map((alike) => {
    const { serviceKind, cloud } = alike[0] as JobRecord;
    const jobs = alike.map((record) => ({ recipe: record.recipe, steps: stepsOf(record), count: 1 }));
    return plan(jobs, { service: serviceKind, cloud });
  });
  const [first, ...others] = plans;
  if (!first) return plan([], { service: 'local' });
  return others.length === 0 ? first : joinPlans(plans, first);
}

/**
 * Merges plans of several services. Test credits are never added to real ones: if anything costs real credits, the plan is
 * about them. Caps and the confirmation apply to the sum, because they apply to all services.
 */
function joinPlans(plans: readonly SpendingPlan[], first: SpendingPlan): SpendingPlan {
  const paid = plans.filter(({ free, test }) => !free && !test);
  const tests = plans.filter(({ free, test }) => !free && test);
  const main = paid[0] ?? tests[0] ?? first;
  const counted = paid.length > 0 ? plans.filter((each) => !tests.includes(each)) : plans;
  const total = sumOf(counted);
  const unknown = counted.reduce((sum, each) => sum + each.unknown, 0);
  const { free, confirmAbove, perDay, spentToday } = main;
  const day =
    free || perDay === null
      ? []
      : listExceeded(
          { kind: 'day', subject: '', limit: amountOf(perDay), spent: amountOf(spentToday) },
          total,
          unknown,
        );
  return {
    ...main,
    // Each service has an account of its own.
    ...(paid.length > 1 && { balance: null, held: null, available: null }),
    jobs: plans.reduce((sum, { jobs }) => sum + jobs, 0),
    lines: counted.flatMap(({ lines }) => lines),
    total: formatCredits(total),
    testTotal: formatCredits(paid.length > 0 ? sumOf(tests) : ZERO_CREDITS),
    unknown,
    learned: counted.some(({ learned }) => learned),
    needsYes: needsConfirmation({ free, total, unknown, confirmAbove }),
    over: [...day, ...counted.flatMap(({ over }) => over.filter(({ cap }) => cap !== 'day'))],
  };
}

function sumOf(plans: readonly SpendingPlan[]): Credits {
  return addCredits(...plans.map(({ total }) => amountOf(total)));
}
