import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import { compareJobs } from '../../queue/library/compare-jobs.ts';
import type { Queue } from '../../queue/queue.ts';

type LibraryCalls = 'library:usage' | 'library:clean' | 'library:compare';

/** What the page may ask of the library. */
export function createLibraryHandlers(queue: Pick<Queue, 'library' | 'find'>): Pick<Handlers, LibraryCalls> {
  return {
    'library:usage': () => queue.library.usage(),
    'library:clean': (wanted) => queue.library.clean(wanted),
    'library:compare': ({ ids }) => compareJobs(ids.flatMap((id) => queue.find(id) ?? [])),
  };
}
