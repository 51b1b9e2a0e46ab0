import { deflateSync } from 'node:zlib';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, orRarely, repeats } from '../hostile-values.ts';
import { u16, u32 } from './bytes.ts';
import { packedZeros } from './zeros.ts';

type Entry = readonly [tag: number, type: number, count: number, value: number];

/** Generates a TIFF (revision 6.0): directories that repeat or name themselves, tiles, strips and counts that lie. */
export function generateTiff(prng: Prng): Uint8Array {
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.05);
  const edge = 1 + prng.integer(16);
  const samples = prng.pick([3, 1, 4]);
  const raw = Buffer.alloc(edge * edge * samples, 99);
  const compression = prng.pick([1, 8, 5, 32_773, 7, 50_000, 50_001]);
  const data = compression === 8 ? (prng.chance(0.1) ? packedZeros('zlib', 10_000_000) : deflateSync(raw)) : raw;
  const first = 8;
  const isTiled = prng.chance(0.2);
  const place: Entry[] = isTiled
    ? [
        [322, 4, 1, lie(16)],
        [323, 4, 1, lie(16)],
        [324, 4, lie(1), lie(first)],
        [325, 4, lie(1), lie(data.length)],
      ]
    : [
        [273, 4, lie(1), lie(first)],
        [278, 4, 1, lie(edge)],
        [279, 4, lie(1), lie(data.length)],
      ];
  const entries: Entry[] = [
    [256, 4, 1, lie(edge)],
    [257, 4, 1, lie(edge)],
    [258, 3, 1, orRarely(prng, 8, () => prng.pick([1, 16, 32, 64, 0]))],
    [259, 3, 1, compression],
    [262, 3, 1, prng.pick([2, 1, 0, 3, 5, 6, 8, 32_845])],
    [277, 3, 1, lie(samples)],
    ...place,
    ...(prng.chance(0.2) ? [[330, 4, lie(1), first] as const] : []),
    ...few(prng, 2, (): Entry => [prng.pick([274, 317, 320, 338, 339, 34_675, 700]), prng.integer(14), lie(1), lie(1)]),
  ];
  const sorted = entries.toSorted(([one], [other]) => one - other);
  const body = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
  const directory = (next: number): Buffer =>
    Buffer.concat([
      u16(lie(sorted.length)),
      ...sorted.map(([tag, type, count, value]) => Buffer.concat([u16(tag), u16(type), u32(count), u32(value)])),
      u32(next),
    ]);
  const bytes = directory(0).length;
  const start = first + body.length;
  const pages = repeats(prng, bytes);
  const list = Array.from({ length: pages }, (_, at) => {
    const next = at + 1 < pages ? start + (at + 1) * bytes : orRarely(prng, 0, () => start);
    return directory(next);
  });
  return Buffer.concat([Buffer.from('II*\0'), u32(lie(start)), body, ...list]);
}
