import { crc32, deflateSync } from 'node:zlib';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { u32be, u8 } from './bytes.ts';
import { packedZeros } from './zeros.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const CHUNKS = ['tEXt', 'zTXt', 'iTXt', 'iCCP', 'gAMA', 'cHRM', 'PLTE', 'tRNS', 'eXIf', 'acTL', 'fcTL', 'fdAT', 'aaAa'];
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Generates a PNG (W3C, second edition) with correct checksums: sizes that do not fit, strange and repeated chunks. */
export function generatePng(prng: Prng): Uint8Array {
  const [width, height] = [1 + prng.integer(24), 1 + prng.integer(24)];
  const type = prng.pick([2, 6, 0, 3, 4]);
  const depth = type === 3 || type === 0 ? prng.pick([8, 1, 2, 4, 16]) : prng.pick([8, 16]);
  const row = 1 + Math.ceil((width * (CHANNELS[type] ?? 1) * depth) / 8);
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.04);
  const header = Buffer.concat([
    ...[u32be(lie(width)), u32be(lie(height)), u8(lie(depth)), u8(lie(type))],
    ...[u8(lie(0)), u8(lie(0)), u8(prng.chance(0.15) ? 1 : lie(0))],
  ]);
  const rows = orRarely(prng, height, () => prng.pick([0, 1, 100_000]), 0.05);
  const pixels = Buffer.alloc(
    row * rows,
    orRarely(prng, 0, () => prng.integer(256)),
  );
  for (let at = 0; at < pixels.length; at += row) pixels[at] = orRarely(prng, prng.integer(5), () => 9, 0.001);
  const packed = deflateSync(pixels);
  const data = prng.chance(0.04) ? packed.subarray(0, prng.integer(packed.length)) : packed;
  const parts = [
    chunk('IHDR', header),
    ...(type === 3 ? [chunk('PLTE', Buffer.alloc(3 * prng.integer(257), 90))] : []),
    ...few(prng, 2, () => extraChunk(prng)),
    ...(prng.chance(0.2)
      ? [chunk('IDAT', data.subarray(0, 5)), chunk('IDAT', data.subarray(5))]
      : [chunk('IDAT', data)]),
    ...few(prng, 1, () => extraChunk(prng)),
    ...(prng.chance(0.04) ? [] : [chunk('IEND', Buffer.alloc(0))]),
  ];
  const isDamaged = prng.chance(0.03);
  return Buffer.concat([SIGNATURE, ...parts.map((part) => (isDamaged ? Buffer.concat([part, u8(0)]) : part))]);
}

function extraChunk(prng: Prng): Buffer {
  const name = prng.pick(CHUNKS);
  const text = Buffer.from(`${hostileText(prng)}\0\0${'a'.repeat(repeats(prng, 1))}`);
  const packed = packedZeros('zlib', prng.chance(0.1) ? 20_000_000 : 400);
  const data = prng.chance(0.4) ? Buffer.concat([Buffer.from('a\0\0'), packed]) : text;
  return Buffer.concat(Array.from({ length: repeats(prng, data.length + 12) }, () => chunk(name, data)));
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([u32be(data.length), named, u32be(crc32(named))]);
}
