import type { MeshFormat } from '../../src-shared/formats/formats.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import { stepsToExport } from '../queue/commands/export-job.ts';
import type { Queue } from '../queue/queue.ts';
import { planByService } from '../queue/spending/plan-by-service.ts';
import type { PlanJobs } from '../queue/spending/plan.ts';

/** The total cost of repeating jobs, with a generator on this computer if one is given. */
export function planRepeats(
  records: readonly JobRecord[],
  generator: string | undefined,
  plan: PlanJobs,
): SpendingPlan {
  if (generator === undefined) return planByService(records, ({ steps }) => steps, plan);
  const jobs = records.map(({ recipe, steps }) => ({ recipe, steps, count: 1 }));
  return plan(jobs, { service: 'local' });
}

/** The total cost of exporting jobs in one more format; each can be, see `findExportRefusal`. */
export function planExports(records: readonly JobRecord[], format: MeshFormat, plan: PlanJobs): SpendingPlan {
  return planByService(records, (record) => stepsToExport(record, format), plan);
}

/** The jobs among these that wait for confirmation. */
export function findUnconfirmed(queue: Pick<Queue, 'find'>, ids: readonly string[]): JobRecord[] {
  return ids.flatMap((id) => queue.find(id) ?? []).filter(({ status }) => status === 'held');
}
