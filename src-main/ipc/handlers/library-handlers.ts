import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { libraryCalls } from '../../../src-shared/ipc/calls/library-calls.ts';
import type { Queue } from '../../queue/queue.ts';

/** Handlers of the calls about the library. */
export function createLibraryHandlers(
  queue: Pick<Queue, 'library' | 'trash' | 'compare' | 'list'>,
): HandlersOf<typeof libraryCalls> {
  return {
    'library:usage': () => queue.library.usage(),
    'library:clean': (wanted) => queue.library.clean(wanted),
    'library:trash': async () => queue.trash.list(),
    'library:restore': async ({ ids }) => {
      const restored = new Set(queue.trash.restore(ids));
      return queue.list().filter(({ id }) => restored.has(id));
    },
    'library:empty': ({ ids }) => queue.trash.empty(ids),
    'library:compare': ({ ids }) => queue.compare(ids),
  };
}
