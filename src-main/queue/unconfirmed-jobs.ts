import type { JobRecord } from '../pipeline/job-record.ts';

/** Jobs that wait for confirmation, by the hot folder of their sources; updated incrementally. */
export interface UnconfirmedJobs {
  /** Updates a job; absent: it was removed. */
  update(id: string, record: JobRecord | undefined): void;
  /** The waiting jobs of a folder, in the order in which they started to wait. */
  of(origin: string): readonly JobRecord[];
  /** Revision number; changes whenever the waiting jobs of a folder change. */
  revision(origin: string): number;
}

/** Creates an empty index. */
export function createUnconfirmedJobs(): UnconfirmedJobs {
  const folders = new Map<string, { readonly jobs: Map<string, JobRecord>; revision: number }>();
  /** The folder of each waiting job. */
  const origins = new Map<string, string>();

  const change = (origin: string, apply: (jobs: Map<string, JobRecord>) => void): void => {
    const folder = folders.get(origin) ?? { jobs: new Map<string, JobRecord>(), revision: 0 };
    folders.set(origin, folder);
    apply(folder.jobs);
    folder.revision++;
  };

  return {
    update: (id, record) => {
      const before = origins.get(id);
      if (record?.status === 'held') {
        const origin = record.origin ?? '';
        origins.set(id, origin);
        change(origin, (jobs) => void jobs.set(id, record));
      } else if (before !== undefined) {
        origins.delete(id);
        change(before, (jobs) => void jobs.delete(id));
      }
    },
    of: (origin) => [...(folders.get(origin)?.jobs.values() ?? [])],
    revision: (origin) => folders.get(origin)?.revision ?? 0,
  };
}
