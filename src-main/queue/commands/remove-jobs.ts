import { isActive } from '../../../src-shared/jobs/job.ts';
import type { QueueParts } from '../queue-parts.ts';

/** Removes finished jobs from the list, with their files in the library; exported files are kept. */
export async function removeJobs(parts: QueueParts, ids: readonly string[]): Promise<void> {
  const { list, abortOf, jobFolder, system } = parts;
  const gone = ids.filter((id) => abortOf(id) === null && !isActive(list.get(id)?.status ?? 'waiting'));
  list.remove(gone);
  await Promise.all(gone.map((id) => system.disk.remove(jobFolder(id))));
}
