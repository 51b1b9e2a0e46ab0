import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** Delay after the last change before a request is sent. */
const REQUEST_DELAY_MS = 150;

type Openings = Output<'operations:openings'>;

/** Unavailable choices in an operation's form that has no result to work on yet, as in a recipe. */
export class FormAvailability {
  #known = $state.raw<{ readonly operation: OperationName; readonly is: Openings } | null>(null);

  /** Returns the last known choices and ranges of an operation; nothing is unavailable until the first answer. */
  of(operation: OperationName): Openings {
    return this.#known?.operation === operation ? this.#known.is : { barred: [], ranges: [] };
  }

  /** Requests the choices after a delay. Returns a function that cancels the request. */
  ask(operation: OperationName, params: Readonly<Record<string, unknown>>): () => void {
    let isCancelled = false;
    const timer = setTimeout(() => {
      void ask('operations:openings', { operation, params }).then((reply) => {
        if (!isCancelled) this.#known = reply.ok ? { operation, is: reply.value } : null;
      });
    }, REQUEST_DELAY_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }
}
