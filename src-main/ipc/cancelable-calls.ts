import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Running calls that a page may cancel, each under an id that the page chose. */
export interface CancelableCalls {
  /**
   * Runs a call; null: it was canceled and threw. A call that changes something checks the signal right before. Without
   * an id, it cannot be canceled. Throws `bad_request` if the id is in use or too many calls are running.
   */
  run<T>(id: string | undefined, call: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
  /** Cancels a call; unknown ids are ignored. */
  cancel(id: string): void;
}

/** More concurrent calls are a mistake of the page. */
const MAX_CONCURRENT = 8;

/** Creates the calls of one kind. */
export function createCancelableCalls(): CancelableCalls {
  const running = new Map<string, AbortController>();
  return {
    run: async (id = randomUUID(), call) => {
      if (running.has(id) || running.size >= MAX_CONCURRENT) {
        throw new AppError('bad_request', message('page.too-many-requests'), { retryable: true });
      }
      const controller = new AbortController();
      running.set(id, controller);
      try {
        return await call(controller.signal);
      } catch (error) {
        if (controller.signal.aborted) return null;
        throw error;
      } finally {
        running.delete(id);
      }
    },
    // An AppError is not taken for a service that cannot be reached.
    cancel: (id) => running.get(id)?.abort(new AppError('not_found', '')),
  };
}
