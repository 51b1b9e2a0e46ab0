import type { JobList } from '../job-list/job-list.ts';
import type { ClaimedFiles } from '../store/claimed-files.ts';

/** See `sourcesMoved` of the queue. */
interface ArchivedSources {
  readonly id: string;
  readonly moved: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
}

/** Records the new paths of archived sources; call inside a transaction. */
export function moveSources(
  list: Pick<JobList, 'get' | 'save'>,
  taken: Pick<ClaimedFiles, 'forget'>,
  { id, moved, missing }: ArchivedSources,
): void {
  taken.forget(id, missing);
  const record = list.get(id);
  if (!record) return;
  const sources = record.sources.map(({ taken: _, ...source }) => ({
    ...source,
    path: moved.get(source.path) ?? source.path,
  }));
  list.save({ ...record, sources });
}
