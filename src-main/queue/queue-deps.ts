import type { Spending } from '../../src-shared/settings/settings.ts';
import type { SourceInspector } from '../pipeline/inspect/source-inspector.ts';
import type { CloudService, JobRecord } from '../pipeline/job-record.ts';
import type { TaskPoolSizes } from '../pipeline/task-pools.ts';
import type { PipelineTools } from '../pipeline/pipeline-tools.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { System } from '../base/system.ts';
import type { QueueStore } from './store/queue-store.ts';

/** What a queue works with. */
export interface QueueDeps {
  readonly home: string;
  /** Connects to a job's own service, whichever is in use; throws `no_api_key` where there is no key, or another now. */
  connect(record: JobRecord): Promise<Pick<PipelineTools, 'client' | 'follower'>>;
  exportFolder(): string;
  /** A client of the service in use. */
  serviceInUse(): Promise<ServiceClient>;
  /** Clients of the other services there is a key for, to look after paid tasks there as well; absent: there are none. */
  otherServices?(): Promise<readonly ServiceClient[]>;
  /** What people call a cloud service; absent: its host. */
  titleOf?(cloud: CloudService): string;
  /** Sizes of the account's pools that differ from the documented ones. */
  concurrency?(): TaskPoolSizes;
  /** What may be spent; absent: there is no limit. */
  spending?(): Spending;
  /** The settings as a text; images that it names stay in the library. */
  settingsText?(): string;
  /** Whether a kind of service is free as the settings are now; absent: as it was when the job was added. */
  isFree?(kind: JobRecord['serviceKind']): boolean;
  /** The computer, the store and the reader of sources; absent: the real ones. */
  readonly system?: System;
  readonly store?: QueueStore;
  readonly inspector?: SourceInspector;
}
