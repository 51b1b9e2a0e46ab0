import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** Pause before main is asked, so that going through a list asks about the job one stays at. */
const ASK_AFTER_MS = 120;

type Choices = Output<'operations:of'>;

/** What can be made of the result that is shown. Where main does not say there is nothing to choose. */
export class NextOperations {
  #known = $state.raw<{ readonly id: string; readonly step: number | undefined; readonly is: Choices } | null>(null);

  /** What can be made of a step's result, of the job's last one where none is given; null while it is not known. */
  of(id: string, step: number | undefined): Choices | null {
    return this.#known?.id === id && this.#known.step === step ? this.#known.is : null;
  }

  /** Asks main after a moment; to be called off when something else is shown before. */
  ask(id: string, step: number | undefined): () => void {
    let isOff = false;
    const timer = setTimeout(() => {
      void ask('operations:of', { id, ...(step === undefined ? {} : { step }) }).then((reply) => {
        if (!isOff) this.#known = reply.ok ? { id, step, is: reply.value } : null;
      });
    }, ASK_AFTER_MS);
    return () => {
      isOff = true;
      clearTimeout(timer);
    };
  }
}
