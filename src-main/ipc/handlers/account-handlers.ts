import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import type { accountCalls } from '../../../src-shared/ipc/calls/account-calls.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { Queue } from '../../queue/queue.ts';
import type { UsageReaders } from '../usage-readers.ts';
import { matchesUsageFilter, sumCharged, sumUsage, toKnownUsage, toUsageView } from '../views/usage-view.ts';

interface Parts {
  readonly queue: Pick<Queue, 'spending'>;
  readonly usageReaders: Pick<UsageReaders, 'read'>;
}

/** Maximum number of history pages that one call may read: 200 rows each. */
const MAX_PAGES = 10;

/** Handlers of the calls about the charges of services. */
export function createAccountHandlers({ queue, usageReaders }: Parts): HandlersOf<typeof accountCalls> {
  const { spending } = queue;
  return {
    'account:usage': async ({ service, filter, page, pageSize, fresh }) => {
      const { rows, reach } = await usageReaders.read(service, async (reader) => {
        if (fresh) await reader.refresh();
        const isEnough = () =>
          toKnownUsage(reader.rows(), spending).filter((row) => matchesUsageFilter(row, filter)).length >
          (page + 1) * pageSize;
        await reader.readOn(isEnough, MAX_PAGES);
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
      const { rows, reach } = await usageReaders.read(service, (reader) =>
        reader.readOn(() => toKnownUsage(reader.rows().slice(-1), spending).some((row) => !since(row)), MAX_PAGES),
      );
      const wanted = rows.filter((row) => row.day !== null && since(row));
      const charged = formatCredits(sumCharged(wanted));
      return { sums: sumUsage(wanted), charged, tasks: wanted.length, reach };
    },
  };
}
