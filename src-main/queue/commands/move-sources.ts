import type { JobList } from '../job-list/job-list.ts';
import type { ClaimedFiles } from '../store/claimed-files.ts';

/** Records the new paths of archived sources; call inside a transaction. */
export function moveSources(
  list: Pick<JobList, 'get' | 'save'>,
  taken: Pick<ClaimedFiles, 'forget'>,
  id: string,
  moved: ReadonlyMap<string, string>,
): void {
  taken.forget(id);
  const record = list.get(id);
  if (!record) return;
  const sources = record.sources.map(({ taken: _, ...source }) => ({
    ...source,
    path: moved.get(source.path) ?? source.path,
  }));
  list.save({ ...record, sources });
}
