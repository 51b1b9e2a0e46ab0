import type { JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';

/** Releases held jobs after the user confirmed their cost; durable, all or none. Other jobs are ignored. */
export function confirmJobs({ list, pump }: Pick<QueueParts, 'list' | 'pump'>, ids: readonly string[]): void {
  list.saveAll(
    ids.flatMap((id): JobRecord[] => {
      const record = list.get(id);
      if (record?.status !== 'held') return [];
      const { unconfirmed: _, ...confirmed } = record;
      const steps = record.steps.map((step) =>
        step.status === 'unknown' ? { ...step, status: 'waiting' as const } : step,
      );
      return [{ ...confirmed, steps, status: 'waiting', error: null }];
    }),
  );
  pump();
}
