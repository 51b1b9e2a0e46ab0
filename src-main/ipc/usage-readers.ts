import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { LOCAL_SERVICE, type ServiceName, type UsageCoverage } from '../../src-shared/ipc/views/account-view.ts';
import { log } from '../base/log/log.ts';
import type { Queue } from '../queue/queue.ts';
import type { UsageStore } from '../queue/store/usage-store.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { findService } from '../service-client/services/known-services.ts';
import type { Services } from '../service-client/services/services.ts';
import { createUsageReader, type UsageReader } from '../service-client/services/usage-reader.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { toKnownUsage } from './views/usage-view.ts';

interface Parts {
  readonly spending: Queue['spending'];
  readonly settings: Pick<AppSettings, 'get'>;
  readonly services: Pick<Services, 'client' | 'cloudClient'>;
  readonly usage: UsageStore;
}

/** Usage rows of a service that are known, and how much of its history they cover. */
interface UsageHistory {
  readonly rows: ReturnType<typeof toKnownUsage>;
  readonly reach: UsageCoverage;
}

/** One reader of the usage history for each service. */
export interface UsageReaders {
  /** Reads with the reader of a service; returns what is known even if reading fails. */
  read(service: ServiceName, run: (reader: UsageReader) => Promise<void>): Promise<UsageHistory>;
  /** Drops the reader of a removed service. */
  forget(service: ServiceName): void;
}

/** No reader is opened before the first `read`. */
export function createUsageReaders({ spending, settings, services, usage }: Parts): UsageReaders {
  const readers = new Map<ServiceName, { readonly id: string; readonly reader: UsageReader }>();

  const clientOf = (name: ServiceName): Promise<ServiceClient> =>
    name === LOCAL_SERVICE ? services.client('local') : services.cloudClient(findService(settings.get(), name));
  /** The reader for the current key of a service; another key has another history. */
  const open = async (name: ServiceName): Promise<UsageReader> => {
    const { id } = (await clientOf(name)).profile;
    const kept = readers.get(name);
    if (kept?.id === id) return kept.reader;
    // The client is looked up for each page: the address of the local service changes whenever it starts.
    const getUsage: ServiceClient['getUsage'] = async (offset) => (await clientOf(name)).getUsage(offset);
    const reader = createUsageReader({ getUsage }, Date.now, usage.cacheFor(id));
    readers.set(name, { id, reader });
    return reader;
  };

  return {
    read: async (name, run) => {
      let problem: UsageCoverage['problem'] = null;
      let reader = readers.get(name)?.reader ?? null;
      try {
        reader = await open(name);
        await run(reader);
      } catch (error) {
        problem = toErrorInfo(error);
        if (problem.code === 'bug') log.error('service', 'reading the usage failed', error);
      }
      const rows = toKnownUsage(reader?.rows() ?? [], spending);
      const reach: UsageCoverage = {
        read: rows.length,
        whole: reader?.isWhole() ?? false,
        oldestAt: rows.findLast(({ at }) => at !== null)?.at ?? null,
        readAt: reader?.readAt() ?? null,
        problem,
      };
      return { rows, reach };
    },
    forget: (name) => void readers.delete(name),
  };
}
