import { AppError } from '../../src-shared/base/errors.ts';
import { serviceOf, type JobRecord } from '../pipeline/job-record.ts';
import { log } from '../base/log/log.ts';
import { isUnwritable } from '../base/sqlite/sqlite-errors.ts';
import type { JobList } from './job-list/job-list.ts';

/** Jobs that wait for an API key of their service; jobs of other services continue. */
export interface JobsWaitingForKey {
  /** Updates a job; absent: it was removed. */
  update(id: string, record: JobRecord | undefined): void;
  /** Resumes jobs whose service has a key again; resolves when done. */
  check(): Promise<void>;
}

interface Deps {
  readonly list: Pick<JobList, 'get' | 'saveAll'>;
  /** Throws `no_api_key` if there is still no key. */
  connect(record: JobRecord): Promise<unknown>;
  pump(): void;
}

/** Creates an empty set. */
export function createJobsWaitingForKey({ list, connect, pump }: Deps): JobsWaitingForKey {
  const waiting = new Set<string>();

  /** Applies an error of a service and key to all jobs with the same service and key. */
  const letGo = async (records: readonly JobRecord[]): Promise<void> => {
    try {
      await connect(records[0] as JobRecord);
    } catch (error) {
      if (error instanceof AppError && error.code === 'no_api_key') return;
      // Each job discovers all other errors on its own.
      if (!(error instanceof AppError)) log.error('queue', 'reading the API key failed', error);
    }
    const still = records.flatMap(({ id }) => list.get(id) ?? []).filter(isKeyless);
    try {
      list.saveAll(still.map((record) => ({ ...record, status: 'waiting', error: null })));
    } catch (error) {
      // The disk is full or missing: the jobs wait for the next check.
      if (!isUnwritable(error)) throw error;
      log.error('queue', 'cannot be saved', error);
    }
    pump();
  };

  return {
    update: (id, record) => {
      if (record && isKeyless(record)) waiting.add(id);
      else waiting.delete(id);
    },
    check: async () => {
      const records = [...waiting].flatMap((id) => list.get(id) ?? []);
      const alike = Map.groupBy(records, (record) => `${serviceOf(record)} ${record.serviceId}`);
      await Promise.all([...alike.values()].map(letGo));
    },
  };
}

/** True if a job waits for the key of its service and was not paused by the user. */
function isKeyless({ status, error, pauseRequested }: JobRecord): boolean {
  return status === 'paused' && error?.code === 'no_api_key' && pauseRequested !== true;
}
