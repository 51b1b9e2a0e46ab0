import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Counts the memory of a file and of the parts that are read from it, so that a file of many small parts is refused in time. */
export interface MemoryMeter {
  /** Throws `ModelError` `too_large` beyond the limit. */
  charge(bytes: number): void;
}

/** Leaves memory for the reader itself and for the model that is created from the parts. */
const MAX_METERED_BYTES = 270e6;

/** Creates the meter of one file. */
export function createMemoryMeter(): MemoryMeter {
  let used = 0;
  return {
    charge(bytes) {
      used += bytes;
      if (used > MAX_METERED_BYTES) throw new ModelError('too_large', engineMessage('model-limit.available-memory'));
    },
  };
}
