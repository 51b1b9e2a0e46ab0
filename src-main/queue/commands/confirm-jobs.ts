import type { JobRecord } from '../../pipeline/job-record.ts';
import type { QueueParts } from '../queue-parts.ts';

/** Lets held jobs begin, because a person said yes to what they cost; durable, all or none. Others are passed over. */
export function confirmJobs({ list, pump }: Pick<QueueParts, 'list' | 'pump'>, ids: readonly string[]): void {
  list.saveAll(
    ids.flatMap((id): JobRecord[] => {
      const record = list.get(id);
      if (record?.status !== 'held') return [];
      const { unconfirmed: _, ...confirmed } = record;
      return [{ ...confirmed, status: 'waiting', error: null }];
    }),
  );
  pump();
}
