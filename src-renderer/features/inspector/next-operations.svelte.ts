import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** Delay before a request, so that moving through a list only requests the job it stops at. */
const REQUEST_DELAY_MS = 120;

type Choices = Output<'operations:of'>;

/** Operations available for the displayed result; none if the request fails. */
export class NextOperations {
  #known = $state.raw<{ readonly id: string; readonly step: number | undefined; readonly is: Choices } | null>(null);

  /** Returns the operations available for a step's result, by default the last step's; null until known. */
  of(id: string, step: number | undefined): Choices | null {
    return this.#known?.id === id && this.#known.step === step ? this.#known.is : null;
  }

  /** Requests the operations after a delay. Returns a function that cancels the request. */
  ask(id: string, step: number | undefined): () => void {
    let isCancelled = false;
    const timer = setTimeout(() => {
      void ask('operations:of', { id, ...(step === undefined ? {} : { step }) }).then((reply) => {
        if (!isCancelled) this.#known = reply.ok ? { id, step, is: reply.value } : null;
      });
    }, REQUEST_DELAY_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }
}
