import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Counts the memory that a file and what is read of it take together, so that one of many small parts is refused in time. */
export interface MemoryMeter {
  /** Throws `ModelError` `too_large` beyond the limit. */
  charge(bytes: number): void;
}

/** With the reader itself, and with the model that is made of what was read, it fits the limit of a reader. */
const MAX_METERED_BYTES = 270e6;

/** Creates the meter of one file. */
export function createMemoryMeter(): MemoryMeter {
  let taken = 0;
  return {
    charge(bytes) {
      taken += bytes;
      if (taken > MAX_METERED_BYTES) throw new ModelError('too_large', engineMessage('model-limit.available-memory'));
    },
  };
}
