import type { Input } from '../../src-shared/ipc/contract.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import { stepsToExport } from '../queue/commands/export-job.ts';
import type { Queue } from '../queue/queue.ts';
import type { PlanJobs } from '../queue/spending/plan.ts';

/** The cost of repeating a job, with a generator on this computer, or with a format of exporting it once more. */
export function planMore(
  record: JobRecord,
  { format, generator }: Pick<Input<'money:planMore'>, 'format' | 'generator'>,
  plan: PlanJobs,
): SpendingPlan {
  const { recipe, serviceKind, cloud } = record;
  const steps = format === undefined ? record.steps : stepsToExport(record, format);
  return plan(
    [{ recipe, steps, count: 1 }],
    generator === undefined ? { service: serviceKind, cloud } : { service: 'local' },
  );
}

/** The jobs among these that wait for confirmation. */
export function findUnconfirmed(queue: Pick<Queue, 'find'>, ids: readonly string[]): JobRecord[] {
  return ids.flatMap((id) => queue.find(id) ?? []).filter(({ status }) => status === 'held');
}
