import { AppError } from '../../../src-shared/base/errors.ts';
import type { Handlers, Input } from '../../../src-shared/ipc/contract.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { stepsToExport } from '../../queue/commands/export-job.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import type { PlannedJobs, PlanService } from '../../queue/spending/plan.ts';
import type { Queue } from '../../queue/queue.ts';
import { parseAgreedTotal } from './money-handlers.ts';
import { message } from '../../../src-shared/messages/message.ts';

type MoreCalls = 'money:planMore' | 'queue:export' | 'queue:repeat';

/**
 * What the page may order of a job that is there: the same once more, or one more format. Both answer `needs_yes`, and
 * order nothing, where they cost more than was said yes to.
 */
export function createJobHandlers(
  queue: Queue,
  plan: (jobs: readonly PlannedJobs[], where: PlanService) => SpendingPlan,
): Pick<Handlers, MoreCalls> {
  const planMore = ({ id, format }: Pick<Input<'money:planMore'>, 'id' | 'format'>): SpendingPlan => {
    const record = queue.records().find((other) => other.id === id);
    if (!record) throw new AppError('not_found', message('jobs.not-in-queue'));
    const steps = format === undefined ? record.steps : stepsToExport(record, format);
    return plan([{ recipe: record.recipe, steps, count: 1 }], {
      service: record.serviceKind,
      cloud: record.cloud,
    });
  };

  return {
    'money:planMore': async (more) => planMore(more),
    'queue:export': async ({ id, format, agreed }) => {
      assertTotalConfirmed(planMore({ id, format }), parseAgreedTotal(agreed));
      queue.exportAs(id, format);
      return null;
    },
    'queue:repeat': async ({ id, seeds, agreed }) => {
      assertTotalConfirmed(planMore({ id }), parseAgreedTotal(agreed));
      const { id: repeated } = queue.repeat(id, seeds);
      return queue.list().find((job) => job.id === repeated) as Job;
    },
  };
}
