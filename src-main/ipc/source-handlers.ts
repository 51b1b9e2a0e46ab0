import { AppError } from '../../src-shared/errors.ts';
import type { Handlers } from '../../src-shared/ipc/contract.ts';
import type { Queue } from '../queue/queue.ts';

/** What a job is made of, beyond what its row holds. */
export function createSourceHandlers(queue: Pick<Queue, 'records'>): Pick<Handlers, 'queue:source'> {
  return {
    'queue:source': async ({ id }) => {
      const record = queue.records().find((other) => other.id === id);
      if (!record) throw new AppError('not_found', 'The job is not in the queue.');
      return { views: record.sources.flatMap(({ slot }) => slot ?? []), prompt: record.prompt ?? null };
    },
  };
}
