import { damagedModel, MAX_UNPACKED_BYTES } from '../../import/import-limits.ts';

/** Maximum compression ratio of an LZ4 block. */
const MAX_RATIO = 255;
/** Larger data is compressed in chunks of this size (OpenUSD, TfFastCompression). */
const PIECE_BYTES = 0x7e000000;

/**
 * Unpacks data that OpenUSD compressed: a number of chunks, 0 for one, and LZ4 blocks (LZ4 block format). The result
 * may be shorter than `mostBytes`. Throws `ModelError` for blocks that exceed their bounds.
 */
export function unpackLz4(packed: Uint8Array, mostBytes: number): Uint8Array {
  if (packed.length === 0 || mostBytes > Math.min(MAX_UNPACKED_BYTES, PIECE_BYTES)) throw broken();
  if (packed[0] !== 0) throw damagedModel('model-damage.usd-block-size');
  // Allocate no more than so few bytes can unpack to.
  const output = new Uint8Array(Math.min(mostBytes, packed.length * MAX_RATIO + 64));
  return output.subarray(0, unpackBlock(packed.subarray(1), output));
}

function unpackBlock(input: Uint8Array, output: Uint8Array): number {
  let from = 0;
  let to = 0;
  const readLength = (start: number): number => {
    let length = start;
    if (start < 15) return length;
    for (;;) {
      const byte = input[from++];
      if (byte === undefined) throw broken();
      length += byte;
      if (byte < 255) return length;
    }
  };
  while (from < input.length) {
    const token = input[from++]!;
    const literals = readLength(token >> 4);
    if (from + literals > input.length || to + literals > output.length) throw broken();
    output.set(input.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    if (from === input.length) break;
    if (from + 2 > input.length) throw broken();
    const distance = input[from]! | (input[from + 1]! << 8);
    from += 2;
    const length = readLength(token & 15) + 4;
    if (distance === 0 || distance > to || to + length > output.length) throw broken();
    // A copy may overlap its output, so it goes byte by byte.
    for (let i = 0; i < length; i++, to++) output[to] = output[to - distance]!;
  }
  return to;
}

function broken(): Error {
  return damagedModel('model-damage.usd-block');
}
