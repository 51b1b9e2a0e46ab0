import { AppError } from '../../src-shared/base/errors.ts';
import type { Budget } from '../pipeline/budget.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import { mayHaveTask } from '../pipeline/intent.ts';
import type { System } from '../base/system.ts';
import type { JobList } from './job-list/job-list.ts';
import type { RecordedIntents } from './spending/recorded-intents.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Dependencies of the queue commands. */
export interface QueueParts {
  readonly system: System;
  readonly list: JobList;
  readonly intents: RecordedIntents;
  readonly budget: Pick<Budget, 'endLost'>;
  /** The position after the last job. */
  nextPosition(): number;
  /** Folder of a job in the library. */
  jobFolder(id: string): string;
  /** Ends the run of a job; null: the job is not running. */
  abortOf(id: string): AbortController | null;
  /** Starts every job that may run; call it after a change that lets a job run. */
  pump(): void;
}

/** True if an order was sent whose result is not downloaded yet: it may be charged, so it is always downloaded. */
export function hasOutstandingTask({ intents }: QueueParts, { id, steps }: JobRecord): boolean {
  return steps.some(
    (step, index) => step.status !== 'done' && (step.taskId !== null || mayHaveTask(intents.findStanding(id, index))),
  );
}

/** Saves a changed job and lets it continue; throws `not_found` if it is not in the queue. */
export function changeJob({ list, pump }: QueueParts, id: string, patch: (record: JobRecord) => JobRecord): void {
  const record = list.get(id);
  if (!record) throw new AppError('not_found', message('jobs.not-in-queue'));
  list.save(patch(record));
  pump();
}
