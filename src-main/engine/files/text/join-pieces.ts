import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';

/** Maximum length of a part that is spread over several pieces; no honest one is nearly as long. */
const MAX_PART_BYTES = 32 * 1024 ** 2;

/**
 * Joins the pieces of a text so that each ends after one of the `breaks`: no line or word is spread over two of them. The
 * pieces are only valid until the next one. Throws `ModelError` `too_large` if there is none for many bytes.
 */
export async function* joinPieces(
  pieces: AsyncIterable<Uint8Array>,
  breaks: readonly number[],
): AsyncGenerator<Uint8Array> {
  let kept = new Uint8Array(64 * 1024);
  let length = 0;
  const keep = (bytes: Uint8Array): void => {
    if (length + bytes.length > MAX_PART_BYTES) {
      throw new ModelError('too_large', engineMessage('model-limit.line-size'));
    }
    if (length + bytes.length > kept.length) {
      const wider = new Uint8Array(Math.max(kept.length * 2, length + bytes.length));
      wider.set(kept.subarray(0, length));
      kept = wider;
    }
    kept.set(bytes, length);
    length += bytes.length;
  };

  for await (const piece of pieces) {
    let end = piece.length;
    while (end > 0 && !breaks.includes(piece[end - 1]!)) end--;
    let start = 0;
    if (length > 0 && end > 0) {
      while (!breaks.includes(piece[start]!)) start++;
      keep(piece.subarray(0, ++start));
      yield kept.subarray(0, length);
      length = 0;
    }
    if (end > start) yield piece.subarray(start, end);
    if (end < piece.length) keep(piece.subarray(end));
  }
  if (length > 0) yield kept.subarray(0, length);
}
