import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely } from '../hostile-values.ts';
import { u16, u32 } from './bytes.ts';

const MASKS = [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000];

/** Generates a BMP (Microsoft, BITMAPINFOHEADER and BITMAPV5HEADER) whose sizes and offsets are sometimes wrong. */
export function generateBmp(prng: Prng): Uint8Array {
  const [width, height] = [orRarely(prng, 7, () => prng.integer(20)), orRarely(prng, 5, () => prng.integer(20))];
  const bits = orRarely(prng, prng.pick([24, 32]), () => prng.pick([8, 16, 1, 0]), 0.1);
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.03);
  const headerBytes = orRarely(prng, bits === 32 ? 124 : 40, () => prng.pick([40, 56, 124, 12]), 0.2);
  const pixels = Buffer.alloc(Math.ceil((width * bits) / 32) * 4 * height, 120);
  const offset = 14 + headerBytes;
  const info = Buffer.concat([
    ...[u32(lie(headerBytes)), u32(lie(width)), u32(prng.chance(0.3) ? -height : lie(height)), u16(lie(1)), u16(bits)],
    ...[
      u32(orRarely(prng, bits === 32 ? 3 : 0, () => prng.pick([0, 3, 1, 4, 6]), 0.2)),
      u32(lie(pixels.length)),
      u32(2_835),
      u32(2_835),
      u32(lie(0)),
      u32(lie(0)),
    ],
    ...MASKS.map((mask) => u32(lie(mask))),
    Buffer.alloc(124),
  ]).subarray(0, headerBytes);
  const length = offset + pixels.length;
  const head = Buffer.concat([Buffer.from('BM'), u32(lie(length)), u32(0), u32(lie(offset))]);
  const bytes = Buffer.concat([head, info, pixels]);
  return prng.chance(0.08) ? bytes.subarray(0, prng.integer(bytes.length)) : bytes;
}
