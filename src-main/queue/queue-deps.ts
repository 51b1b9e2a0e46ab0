import type { Spending } from '../../src-shared/settings/settings.ts';
import type { FileReader } from '../readers/file-reader.ts';
import type { CloudService, JobRecord } from '../pipeline/job-record.ts';
import type { TaskPoolSizes } from '../pipeline/task-pools.ts';
import type { PipelineTools } from '../pipeline/pipeline-tools.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { System } from '../base/system.ts';
import type { QueueStore } from './store/queue-store.ts';

/** Dependencies of a queue. */
export interface QueueDeps {
  readonly home: string;
  /** Connects to a job's own service, whichever is in use; throws `no_api_key` when its key is missing or was changed. */
  connect(record: JobRecord): Promise<Pick<PipelineTools, 'client' | 'follower'>>;
  /** Calls a listener with each client that follows tasks: a service that restarted has another one. Absent: none changes. */
  onClient?(listen: (client: ServiceClient) => void): void;
  exportFolder(): string;
  /** A client of the service in use. */
  serviceInUse(): Promise<ServiceClient>;
  /** Clients of the other services that have a key, used to find paid tasks there; absent: there are none. */
  otherServices?(): Promise<readonly ServiceClient[]>;
  /** Display name of a cloud service; absent: its host. */
  titleOf?(cloud: CloudService): string;
  /** Sizes of the account's pools that differ from the documented ones. */
  concurrency?(): TaskPoolSizes;
  /** Spending limits; absent: there is no limit. */
  spending?(): Spending;
  /** Kind of service whose spending is shown, see `spendingKindOf`; absent: cloud. */
  spendingKind?(): JobRecord['serviceKind'];
  /** The settings as text; images that it references stay in the library. */
  settingsText?(): string;
  /** Returns true if a kind of service is free with the current settings; absent: as it was when the job was added. */
  isFree?(kind: JobRecord['serviceKind']): boolean;
  /** Maximum number of settled jobs in memory, see `createJobMemory`; absent: 10,000. */
  readonly recentJobs?: number;
  /** Platform, store and file reader; absent: the real ones. */
  readonly system?: System;
  readonly store?: QueueStore;
  readonly reader?: FileReader;
}
