import type { System } from '../base/system.ts';
import type { FileReader } from '../readers/file-reader.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import type { UnknownTask } from './find-unknown-tasks.ts';
import type { Budget } from './budget.ts';
import type { TaskFollower } from './steps/follow-tasks.ts';
import type { Intent, IntentStore } from './intent.ts';
import type { JobRecord } from './job-record.ts';
import type { TaskPools } from './task-pools.ts';

/** Dependencies of the pipeline steps. */
export interface PipelineTools {
  readonly system: System;
  /** Reads files from outside. */
  readonly reader: FileReader;
  readonly client: ServiceClient;
  readonly follower: TaskFollower;
  readonly intents: IntentStore;
  readonly pools: TaskPools;
  readonly budget: Budget;
  /** Credits that the service may hold for known orders; null: unknown. */
  explainedHolds(): Credits | null;
  /** Jobs of the queue with a step that has this task. */
  jobsWithTask(taskId: string): readonly JobRecord[];
  /** An order created more than one task; each was charged, so each has to be downloaded. */
  onDuplicate(intent: Intent, task: UnknownTask): void;
  /** Folder of this job in the library. */
  readonly jobFolder: string;
  /** Folder of the images that parameters reference. */
  readonly referencesFolder: string;
  /** Folder for the results. */
  readonly exportFolder: string;
  /** Aborts at shutdown, and when the user stops a job that has spent nothing yet. */
  readonly signal: AbortSignal;
  /**
   * True if the queue is paused for the job's service: nothing more is ordered. `hasMoney`: the price is reserved already, so a
   * pause because of a low balance does not count; otherwise several jobs could block each other forever.
   */
  isPaused(hasMoney?: boolean): boolean;
  /** Saves durably and notifies the page; returns the saved record. */
  save(record: JobRecord): JobRecord;
  /** Live progress of the current step, share 0 to 1; pushed, never saved. */
  report(share: number): void;
  /** The current record, including changes requested by the user in the meantime. */
  current(): JobRecord;
}
