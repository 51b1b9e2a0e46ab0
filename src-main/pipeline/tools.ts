import type { System } from '../system/system.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { TaskFollower } from './follow-tasks.ts';
import type { IntentStore } from './intent.ts';
import type { JobRecord } from './job-record.ts';
import type { Pools } from './pools.ts';

/** What the steps of the way work with. */
export interface Tools {
  readonly system: System;
  readonly client: ServiceClient;
  readonly follower: TaskFollower;
  readonly intents: IntentStore;
  readonly pools: Pools;
  /** Folder of this job in the library. */
  readonly jobFolder: string;
  /** Folder the results go to. */
  readonly exportFolder: string;
  /** Aborts at shutdown, and when the person stops a job that has spent nothing yet. */
  readonly signal: AbortSignal;
  /** Saves durably and tells the page; returns what it saved. */
  save(record: JobRecord): JobRecord;
  /** Live progress of the step in hand, share 0 to 1; pushed, never saved. */
  report(share: number): void;
  /** The record as it stands, with whatever the person asked for meanwhile. */
  current(): JobRecord;
}
