import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { toErrorInfo } from '../../../src-shared/base/errors.ts';
import { LOCAL_SERVICE, type ServiceName, type UsageCoverage } from '../../../src-shared/ipc/views/account-view.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { toJobView } from '../../queue/job-list/job-view.ts';
import type { Queue } from '../../queue/queue.ts';
import type { UsageStore } from '../../queue/store/usage-store.ts';
import {
  addService,
  changeService,
  findService,
  removeService,
  useService,
} from '../../service-client/services/known-services.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { secretName, type Services } from '../../service-client/services/services.ts';
import { createUsageReader, type UsageReader } from '../../service-client/services/usage-reader.ts';
import { parseApiKey } from '../../settings/api-key.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import type { SecretStore } from '../../settings/secret-store.ts';
import { log } from '../../base/log/log.ts';
import type { AccountSettings } from '../account-settings.ts';
import { createServiceCards } from '../views/service-cards.ts';
import type { ServiceMonitor } from '../watchers/service-monitor.ts';
import { matchesUsageFilter, sumCharged, sumUsage, toKnownUsage, toUsageView } from '../views/usage-view.ts';

type AccountCall = Extract<keyof Handlers, `account:${string}` | `services:${string}`>;

interface Deps {
  readonly queue: Pick<Queue, 'spending' | 'records'>;
  readonly settings: AppSettings;
  readonly secrets: SecretStore;
  readonly services: Services;
  readonly account: Pick<AccountSettings, 'tryKey'>;
  readonly watch: ServiceMonitor;
  readonly usage: UsageStore;
}

/** Pages of the history one call may read: 200 rows each. */
const MAX_PAGES = 10;

/** What the page may ask about services side by side, and about the history of what they charged. */
export function createAccountHandlers(deps: Deps): Pick<Handlers, AccountCall> {
  const { queue, settings, secrets, services, account, watch } = deps;
  const { spending: money } = queue;
  const now = Date.now;
  const jobs = () => queue.records().map((record) => ({ record, view: () => toJobView(record, 0, money.priceOf) }));
  const cards = createServiceCards({ settings, secrets, services, watch, jobs, now });
  const stores = { settings, secrets };
  const books = new Map<ServiceName, { readonly id: string; readonly book: UsageReader }>();

  const clientOf = (name: ServiceName): Promise<ServiceClient> =>
    name === LOCAL_SERVICE ? services.client('local') : services.cloudClient(findService(settings.get(), name));
  /** The book of a service and key; another key has another history. */
  const openBook = async (name: ServiceName): Promise<UsageReader> => {
    const { id } = (await clientOf(name)).profile;
    const kept = books.get(name);
    if (kept?.id === id) return kept.book;
    // Asked anew with each page: the address of this computer's service changes with each of its starts.
    const getUsage: ServiceClient['getUsage'] = async (offset) => (await clientOf(name)).getUsage(offset);
    const book = createUsageReader({ getUsage }, now, deps.usage.cacheFor(id));
    books.set(name, { id, book });
    return book;
  };
  /** What was read of a history, also when no more can be read now. */
  const read = async (name: ServiceName, run: (book: UsageReader) => Promise<void>) => {
    let problem: UsageCoverage['problem'] = null;
    let book = books.get(name)?.book ?? null;
    try {
      book = await openBook(name);
      await run(book);
    } catch (error) {
      problem = toErrorInfo(error);
      if (problem.code === 'bug') log.error('service', 'usage', error);
    }
    const rows = toKnownUsage(book?.rows() ?? [], money);
    const reach: UsageCoverage = {
      read: rows.length,
      whole: book?.isWhole() ?? false,
      oldestAt: rows.findLast(({ at }) => at !== null)?.at ?? null,
      readAt: book?.readAt() ?? null,
      problem,
    };
    return { rows, reach };
  };

  return {
    'account:usage': async ({ service, filter, page, pageSize, fresh }) => {
      const { rows, reach } = await read(service, async (book) => {
        if (fresh) await book.refresh();
        const isEnough = () =>
          toKnownUsage(book.rows(), money).filter((row) => matchesUsageFilter(row, filter)).length >
          (page + 1) * pageSize;
        await book.readOn(isEnough, MAX_PAGES);
      });
      const wanted = rows.filter((row) => matchesUsageFilter(row, filter));
      return {
        rows: wanted.slice(page * pageSize, (page + 1) * pageSize).map(toUsageView),
        matching: wanted.length,
        charged: formatCredits(sumCharged(wanted)),
        foreign: wanted.filter(({ jobId }) => jobId === null).length,
        reach,
      };
    },
    'account:totals': async ({ service, from }) => {
      const since = ({ day }: { readonly day: string | null }): boolean => from === null || day === null || day >= from;
      const { rows, reach } = await read(service, (book) => {
        return book.readOn(() => toKnownUsage(book.rows().slice(-1), money).some((row) => !since(row)), MAX_PAGES);
      });
      const wanted = rows.filter((row) => row.day !== null && since(row));
      const charged = formatCredits(sumCharged(wanted));
      return { sums: sumUsage(wanted), charged, tasks: wanted.length, reach };
    },
    'services:list': ({ look }) => cards.list(look),
    'services:use': async ({ name }) => {
      useService(stores, name);
      return cards.list(false);
    },
    'services:add': async ({ name, cloud, key }) => {
      if (key !== null) await account.tryKey(parseApiKey(key), cloud);
      const added = addService(stores, name, cloud);
      if (key !== null) await secrets.set(secretName(added.cloud.baseUrl), parseApiKey(key));
      return cards.list(true);
    },
    'services:change': async ({ name, resend }) => {
      changeService(stores, name, resend);
      return cards.list(false);
    },
    'services:setKey': async ({ name, key }) => {
      const cloud = findService(settings.get(), name);
      if (key !== null) await account.tryKey(parseApiKey(key), cloud);
      if (key === null) await secrets.delete(secretName(cloud.baseUrl));
      else await secrets.set(secretName(cloud.baseUrl), parseApiKey(key));
      // The watch looks at the service in use once more.
      settings.set({});
      return cards.list(true);
    },
    'services:remove': async ({ name }) => {
      await removeService(stores, name);
      books.delete(name);
      return cards.list(false);
    },
  };
}
