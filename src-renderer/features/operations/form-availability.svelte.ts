import { untrack } from 'svelte';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** Delay after the last change before a request is sent; the first one of an operation goes at once. */
const REQUEST_DELAY_MS = 150;

type Openings = Output<'operations:openings'>;

const ALL_AVAILABLE: Openings = { barred: [], ranges: [] };

/** Unavailable choices in an operation's form that has no result to work on yet, as in a recipe. */
export class FormAvailability {
  #known = $state.raw<{ readonly operation: OperationName; readonly is: Openings } | null>(null);

  /** Returns the last known choices and ranges of an operation; null before the first answer. */
  of(operation: OperationName): Openings | null {
    return this.#known?.operation === operation ? this.#known.is : null;
  }

  /** Requests the choices; when values change, after a delay. Returns a function that cancels the request. */
  ask(operation: OperationName, params: Readonly<Record<string, unknown>>): () => void {
    let isCancelled = false;
    const delay = untrack(() => this.of(operation)) ? REQUEST_DELAY_MS : 0;
    const timer = setTimeout(() => {
      void ask('operations:openings', { operation, params }).then((reply) => {
        if (!isCancelled) this.#known = { operation, is: reply.ok ? reply.value : ALL_AVAILABLE };
      });
    }, delay);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }
}
