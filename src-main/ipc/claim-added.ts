import type { JobRecord } from '../pipeline/job-record.ts';
import type { Queue } from '../queue/queue.ts';
import type { ClaimedSources } from './claimed-sources.ts';

interface Parts {
  readonly queue: Pick<Queue, 'records'>;
  readonly claimedSources: Pick<ClaimedSources, 'claim'>;
}

/**
 * Runs `add`, which adds the jobs of collected sources with these ids, and claims them. If it throws and added no job, the
 * sources stay collected, for another try.
 */
export function claimAdded(
  { queue, claimedSources }: Parts,
  ids: readonly string[],
  add: () => JobRecord[],
): JobRecord[] {
  const lastId = (): string | undefined => queue.records().at(-1)?.id;
  const before = lastId();
  try {
    return add();
  } finally {
    // An error after the jobs were saved must not let them be added, and paid, twice.
    if (lastId() !== before) claimedSources.claim(ids);
  }
}
