import { ENCODED_NAMES, readEncoded } from '../../helpers/images/encoded-ktx2.ts';
import { buildKtx2 } from '../../helpers/images/ktx2-image.ts';
import type { Prng } from '../../simulation/prng.ts';
import { hostileCount } from '../hostile-values.ts';
import { packedZeros } from './zeros.ts';

/** Offsets of the 32-bit words of the header (KTX 2.0, 3): the format, sizes, counts, and where parts are. */
const WORDS = [12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72];
const LEVELS_AT = 80;
const UASTC_BLOCK_BYTES = 16;

/** Generates a KTX2: one of an encoder, or of zeros that are compressed by far, with words of its header replaced. */
export function generateKtx2(prng: Prng): Uint8Array {
  if (prng.chance(0.2)) return zeros(prng);
  const real = prng.chance(0.3)
    ? buildKtx2(prng.pick(['uastc', 'rgba', 'rgb']), 8, [1, 2, 3], [4, 5, 6])
    : readEncoded(prng.pick(ENCODED_NAMES));
  const bytes = Buffer.from(real);
  if (prng.chance(0.5)) bytes.writeUInt32LE(hostileCount(prng), prng.pick(WORDS));
  if (prng.chance(0.3)) bytes.writeUInt32LE(hostileCount(prng), LEVELS_AT + 8 * prng.integer(6));
  for (let count = prng.integer(6); count > 0; count--) {
    // In the descriptor, the tables and the texels.
    bytes[LEVELS_AT + prng.integer(bytes.length - LEVELS_AT)] = prng.integer(256);
  }
  return bytes;
}

/** A large image of equal blocks, whose only level is a few kilobytes of Zstandard. */
function zeros(prng: Prng): Uint8Array {
  const real = Buffer.from(readEncoded('Zstandard with alpha'));
  const edge = prng.pick([64, 1_024, 4_096, 8_192]);
  const blocks = (edge / 4) ** 2;
  const level = packedZeros('zstd', blocks * UASTC_BLOCK_BYTES);
  real.writeUInt32LE(edge, 20);
  real.writeUInt32LE(edge, 24);
  real.writeBigUInt64LE(BigInt(level.length), LEVELS_AT + 8);
  real.writeBigUInt64LE(BigInt(blocks * UASTC_BLOCK_BYTES), LEVELS_AT + 16);
  const start = Number(real.readBigUInt64LE(LEVELS_AT));
  return Buffer.concat([real.subarray(0, start), level]);
}
