import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { planByService, type PlanAtService } from './plan-by-service.ts';

/**
 * The cost of the steps that existing jobs have before them, each at its own service, whichever is in use. Does not throw;
 * for no jobs it is an empty plan.
 */
export function planUnconfirmed(records: readonly JobRecord[], plan: PlanAtService): SpendingPlan {
  // A job that waits once more has steps behind it.
  return planByService(records, ({ steps }) => steps.filter(({ status }) => status !== 'done'), plan);
}
