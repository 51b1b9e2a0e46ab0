import type { Clock } from '../base/clock.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { FileReader } from '../readers/file-reader.ts';
import type { JobList } from './job-list/job-list.ts';

/** Jobs with a pipeline run in progress. */
export interface RunningJobs {
  has(id: string): boolean;
  records(): JobRecord[];
  /** Ends the run of a job; null: the job is not running. */
  abortOf(id: string): AbortController | null;
  /** Counts a job as running until `run` settles. */
  track(id: string, abort: AbortController, run: Promise<void>): Promise<void>;
  /** Aborts every run; resolves when all of them have ended. Reads that take too long end with their reader, which is closed. */
  close(reader: Pick<FileReader, 'close'>): Promise<void>;
}

/** Wait for runs before their reader is closed: the export of finished steps takes less, and needs it. */
const READ_GRACE_MS = 2_000;

/** Creates an empty set of running jobs. */
export function createRunningJobs(list: Pick<JobList, 'get'>, clock: Pick<Clock, 'pause'>): RunningJobs {
  const runs = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();
  return {
    has: (id) => runs.has(id),
    records: () => [...runs.keys()].flatMap((id) => list.get(id) ?? []),
    abortOf: (id) => runs.get(id)?.abort ?? null,
    track: (id, abort, run) => {
      const ended = run.finally(() => void runs.delete(id));
      runs.set(id, { abort, ended });
      return ended;
    },
    close: async (reader) => {
      const over = new AbortController();
      for (const { abort } of runs.values()) abort.abort(new Error('Dropforge is closing.'));
      const allEnded = Promise.allSettled([...runs.values()].map(({ ended }) => ended)).then(() => over.abort());
      await clock.pause(READ_GRACE_MS, over.signal).catch(() => undefined);
      await reader.close();
      await allEnded;
    },
  };
}
