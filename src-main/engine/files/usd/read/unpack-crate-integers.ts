import { releaseMemory } from '../../import/growing-array.ts';
import { ByteReader } from '../../import/byte-reader.ts';
import { checkCorners, truncatedModel } from '../../import/import-limits.ts';
import { unpackLz4 } from './unpack-lz4.ts';

/**
 * Unpacks 32-bit integers as OpenUSD compresses them (Sdf_IntegerCompression): LZ4 around a common difference, two bits
 * per number for the size of its difference to the previous one, and the differences that are not the common one.
 */
export function unpackCrateIntegers(packed: Uint8Array, count: number): Int32Array {
  checkCorners(count);
  const codeBytes = Math.ceil(count / 4);
  const bytes = unpackLz4(packed, 4 + codeBytes + count * 4);
  if (bytes.length < 4 + codeBytes) throw truncatedModel();
  const reader = new ByteReader(bytes);
  const common = reader.i32();
  const codes = reader.take(codeBytes);
  const numbers = new Int32Array(count);
  let last = 0;
  for (let i = 0; i < count; i++) {
    switch ((codes[i >> 2]! >> ((i & 3) * 2)) & 3) {
      case 0:
        last += common;
        break;
      case 1:
        last += (reader.u8() << 24) >> 24;
        break;
      case 2:
        last += reader.i16();
        break;
      default:
        last += reader.i32();
    }
    last |= 0;
    numbers[i] = last;
  }
  releaseMemory(bytes);
  return numbers;
}
