import type { Spending } from '../../src-shared/settings.ts';
import type { SourceInspector } from '../pipeline/inspect-source.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { PoolSizes } from '../pipeline/pools.ts';
import type { Tools } from '../pipeline/tools.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import type { System } from '../system/system.ts';
import type { QueueStore } from './queue-store.ts';

/** What a queue works with. */
export interface QueueDeps {
  readonly home: string;
  connect(record: JobRecord): Promise<Pick<Tools, 'client' | 'follower'>>;
  exportFolder(): string;
  /** A client of the service in use, for looking after lost answers. */
  serviceInUse(): Promise<ServiceClient>;
  /** Sizes of the account's pools that differ from the documented ones. */
  concurrency?(): PoolSizes;
  /** What may be spent; absent: there is no limit. */
  spending?(): Spending;
  /** Whether a kind of service is free as the settings are now; absent: as it was when the job was added. */
  isFree?(kind: JobRecord['serviceKind']): boolean;
  /** The computer, the store and the reader of sources; absent: the real ones. */
  readonly system?: System;
  readonly store?: QueueStore;
  readonly inspector?: SourceInspector;
}
