import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { libraryCalls } from '../../../src-shared/ipc/calls/library-calls.ts';
import type { Queue } from '../../queue/queue.ts';

/** Handlers of the calls about the library. */
export function createLibraryHandlers(
  queue: Pick<Queue, 'library' | 'trash' | 'compare' | 'views'>,
): HandlersOf<typeof libraryCalls> {
  return {
    'library:usage': () => queue.library.usage(),
    'library:bytes': () => queue.library.bytes(),
    'library:clean': (wanted) => queue.library.clean(wanted),
    'library:trash': async () => queue.trash.list(),
    'library:restore': async ({ ids }) => queue.views(queue.trash.restore(ids)),
    'library:empty': ({ ids }) => queue.trash.empty(ids),
    'library:compare': ({ ids }) => queue.compare(ids),
  };
}
