import { isFree, spendingKindOf } from '../../src-shared/settings/settings.ts';
import type { QueueDeps } from '../queue/queue-deps.ts';
import { createQueue, type Queue } from '../queue/queue.ts';
import type { AppSettings } from '../settings/app-settings.ts';

interface Deps extends Omit<QueueDeps, 'concurrency' | 'spending' | 'spendingKind' | 'settingsText' | 'isFree'> {
  readonly settings: Pick<AppSettings, 'get'>;
}

/** The queue under the current settings. */
export function createAppQueue({ settings, ...deps }: Deps): Queue {
  return createQueue({
    ...deps,
    concurrency: () => settings.get().concurrency,
    spending: () => settings.get().spending,
    spendingKind: () => spendingKindOf(settings.get()),
    settingsText: () => JSON.stringify(settings.get()),
    isFree: (kind) => isFree({ ...settings.get(), service: kind }),
  });
}
