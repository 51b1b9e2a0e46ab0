import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { collectionCalls } from '../../../src-shared/ipc/calls/collection-calls.ts';
import type { Queue } from '../../queue/queue.ts';

/** Handlers of the calls about collections. */
export function createCollectionHandlers({
  collections,
}: Pick<Queue, 'collections'>): HandlersOf<typeof collectionCalls> {
  return {
    'collections:list': async () => collections.list(),
    'collections:save': async (wanted) => collections.save(wanted),
    'collections:remove': async ({ id }) => {
      collections.remove(id);
      return collections.list();
    },
  };
}
