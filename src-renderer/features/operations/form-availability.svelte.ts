import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** Pause after the last change before main is asked. */
const ASK_AFTER_MS = 150;

type Openings = Output<'operations:openings'>;

/** What cannot be chosen in the form of an operation that no result is there for yet, as in a recipe. */
export class FormAvailability {
  #known = $state.raw<{ readonly operation: OperationName; readonly is: Openings } | null>(null);

  /** As main said last of this operation; nothing is barred while it did not. */
  of(operation: OperationName): Openings {
    return this.#known?.operation === operation ? this.#known.is : { barred: [], ranges: [] };
  }

  /** Asks main after a moment; to be called off when something else is set before. */
  ask(operation: OperationName, params: Readonly<Record<string, unknown>>): () => void {
    let isOff = false;
    const timer = setTimeout(() => {
      void ask('operations:openings', { operation, params }).then((reply) => {
        if (!isOff) this.#known = reply.ok ? { operation, is: reply.value } : null;
      });
    }, ASK_AFTER_MS);
    return () => {
      isOff = true;
      clearTimeout(timer);
    };
  }
}
