import { createGrowingBytes } from './growing-bytes.ts';

/**
 * Joins the pieces of a text so that each ends after one of the `breaks`: no line or word is spread over two of them. The
 * pieces are only valid until the next one. Throws `ModelError` `too_large` if there is none for many bytes.
 */
export async function* joinPieces(
  pieces: AsyncIterable<Uint8Array>,
  breaks: readonly number[],
): AsyncGenerator<Uint8Array> {
  const kept = createGrowingBytes();
  for await (const piece of pieces) {
    let end = piece.length;
    while (end > 0 && !breaks.includes(piece[end - 1]!)) end--;
    let start = 0;
    if (kept.length > 0 && end > 0) {
      while (!breaks.includes(piece[start]!)) start++;
      kept.append(piece.subarray(0, ++start));
      yield kept.finish();
    }
    if (end > start) yield piece.subarray(start, end);
    if (end < piece.length) kept.append(piece.subarray(end));
  }
  if (kept.length > 0) yield kept.finish();
}
