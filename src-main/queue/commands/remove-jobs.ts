import { isActive } from '../../../src-shared/jobs/job.ts';
import type { QueueParts } from '../queue-parts.ts';

/** Takes finished jobs off the list, with their files in the library; exported files stay. */
export async function removeJobs(parts: QueueParts, ids: readonly string[]): Promise<void> {
  const { list, abortOf, jobFolder, system } = parts;
  const gone = ids.filter((id) => abortOf(id) === null && !isActive(list.get(id)?.status ?? 'waiting'));
  list.remove(gone);
  await Promise.all(gone.map((id) => system.disk.remove(jobFolder(id))));
}
