import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely, repeats } from '../hostile-values.ts';
import { u16, u8 } from './bytes.ts';

/** Generates a GIF (GIF89a): a source, or the texture of a model. */
export function generateGif(prng: Prng): Uint8Array {
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.1);
  const edge = 1 + prng.integer(8);
  const control = Buffer.from([0x21, 0xf9, 4, prng.integer(256), 1, 0, 0, 0]);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 5]), Buffer.from('aaaaa'), u8(0)]);
  const codes = Buffer.from([2, 3, 0x84, prng.integer(256), 0x5d, 0]);
  const frame = Buffer.concat([u8(0x2c), u16(lie(0)), u16(lie(0)), u16(lie(edge)), u16(lie(edge)), u8(0), codes]);
  const part = Buffer.concat([control, frame, ...(prng.chance(0.2) ? [comment] : [])]);
  return Buffer.concat([
    ...[Buffer.from('GIF89a'), u16(lie(edge)), u16(lie(edge)), u8(0x91), u8(0), u8(0), Buffer.alloc(12, 128)],
    ...Array.from({ length: repeats(prng, part.length) }, () => part),
    u8(0x3b),
  ]);
}
