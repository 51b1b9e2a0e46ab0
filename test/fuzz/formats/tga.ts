import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely } from '../hostile-values.ts';
import { u16, u8 } from './bytes.ts';

/** Generates a Targa 2.0 image: mapped, true colour or grey, also run-length encoded, with sizes that do not fit. */
export function generateTga(prng: Prng): Uint8Array {
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.06);
  const edge = 1 + prng.integer(12);
  const type = prng.pick([2, 1, 3, 9, 10, 11, 0, 32]);
  const bits = prng.pick([24, 32, 8, 15, 16, 1]);
  const isMapped = type === 1 || type === 9;
  const map = isMapped ? 1 + prng.integer(8) : 0;
  const runs = Buffer.alloc(edge * edge * 5, 0x80 | prng.integer(128));
  const data = type >= 9 ? runs : Buffer.alloc(edge * edge * Math.ceil(bits / 8), 77);
  return Buffer.concat([
    ...[u8(lie(0)), u8(isMapped ? 1 : 0), u8(type), u16(lie(0)), u16(lie(map)), u8(prng.pick([24, 32, 16, 0]))],
    ...[u16(0), u16(0), u16(lie(edge)), u16(lie(edge)), u8(bits), u8(prng.pick([0, 8, 32, 40]))],
    ...[Buffer.alloc(map * 4, 3), prng.chance(0.1) ? data.subarray(0, prng.integer(data.length)) : data],
  ]);
}
