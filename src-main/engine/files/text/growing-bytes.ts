import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Maximum length of a line or a word that is spread over several pieces; no honest one is nearly as long. */
const MAX_BYTES = 32 * 1024 ** 2;

/** Parts of a line or a word, joined as they come. */
export interface GrowingBytes {
  readonly length: number;
  /** Throws `ModelError` `too_large` if they are together too long. */
  append(part: Uint8Array): void;
  /** Returns all parts, valid until the next one is appended; it is empty afterwards. */
  finish(): Uint8Array;
}

/** Creates an empty one; its memory grows by doubling. */
export function createGrowingBytes(): GrowingBytes {
  let bytes = new Uint8Array(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(part) {
      const needed = length + part.length;
      if (needed > MAX_BYTES) throw new ModelError('too_large', engineMessage('model-limit.line-size'));
      if (needed > bytes.length) {
        const wider = new Uint8Array(Math.max(bytes.length * 2, needed));
        wider.set(bytes.subarray(0, length));
        bytes = wider;
      }
      bytes.set(part, length);
      length = needed;
    },
    finish() {
      const all = bytes.subarray(0, length);
      length = 0;
      return all;
    },
  };
}
