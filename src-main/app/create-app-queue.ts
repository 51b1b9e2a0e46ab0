import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { isFree, spendingKindOf } from '../../src-shared/settings/settings.ts';
import { log } from '../base/log/log.ts';
import type { QueueDeps } from '../queue/queue-deps.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import { toRebuiltError } from '../queue/store/queue-store.ts';
import type { AppSettings } from '../settings/app-settings.ts';

interface Deps extends Omit<QueueDeps, 'concurrency' | 'spending' | 'spendingKind' | 'settingsText' | 'isFree'> {
  readonly settings: Pick<AppSettings, 'get'>;
}

/** The queue under the current settings. Logs if its database was damaged and had to be rebuilt. */
export function createAppQueue({ settings, ...deps }: Deps): Queue {
  const queue = createQueue({
    ...deps,
    concurrency: () => settings.get().concurrency,
    spending: () => settings.get().spending,
    spendingKind: () => spendingKindOf(settings.get()),
    settingsText: () => JSON.stringify(settings.get()),
    isFree: (kind) => isFree({ ...settings.get(), service: kind }),
  });
  if (queue.rebuilt) log.warn('queue', describeError(toErrorInfo(toRebuiltError(queue.rebuilt))).happened);
  return queue;
}
