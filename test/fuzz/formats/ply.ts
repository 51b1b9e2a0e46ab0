import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, hostileNumber, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { f32, u8 } from './bytes.ts';

const SPLAT = ['x', 'y', 'z', 'f_dc_0', 'f_dc_1', 'f_dc_2', 'opacity', 'scale_0', 'scale_1', 'scale_2'].concat([
  'rot_0',
  'rot_1',
  'rot_2',
  'rot_3',
]);
const TYPES = ['float', 'float32', 'double', 'uchar', 'int', 'list uchar int', 'half', ''];

/** Generates a PLY of Gaussian splats (Turk 1994; Kerbl et al. 2023): properties, types, counts and numbers that lie. */
export function generatePly(prng: Prng): Uint8Array {
  const rows = orRarely(prng, 1 + prng.integer(5), () => prng.pick([0, 2_000]), 0.05);
  const format = orRarely(prng, 'binary_little_endian', () => prng.pick(['ascii', 'binary_big_endian', 'x']));
  const properties = SPLAT.map((name) => {
    const type = orRarely(prng, 'float', () => prng.pick(TYPES), 0.02);
    return `property ${type} ${orRarely(prng, name, () => hostileText(prng), 0.02)}`;
  });
  const extra = orRarely(prng, '', () => `${prng.pick(properties)}\n`.repeat(repeats(prng, 20)), 0.15);
  const other = orRarely(prng, '', () => `element ${hostileText(prng)} ${hostileCount(prng)}\n`, 0.1);
  const comment = orRarely(prng, '', () => `comment ${hostileText(prng)}\n`, 0.2);
  const count = orRarely(prng, String(rows), () => prng.pick(['-1', '1e3', String(hostileCount(prng)), '']), 0.1);
  const header = `ply\nformat ${format} 1.0\n${comment}element vertex ${count}\n${properties.join('\n')}\n${extra}${other}end_header\n`;
  const numbers = Array.from({ length: rows * SPLAT.length }, () =>
    f32(orRarely(prng, 0.5, () => hostileNumber(prng))),
  );
  return Buffer.concat([Buffer.from(header), ...numbers, Buffer.alloc(orRarely(prng, 0, () => prng.integer(60)))]);
}

/** Generates a `.splat`: records of 32 bytes without a header. */
export function generateSplat(prng: Prng): Uint8Array {
  const record = Buffer.concat([
    ...Array.from({ length: 6 }, () => f32(orRarely(prng, 0.5, () => hostileNumber(prng), 0.1))),
    ...Array.from({ length: 4 }, () => u8(prng.integer(256))),
    ...[255, 128, 128, 128].map((part) => u8(orRarely(prng, part, () => prng.integer(256)))),
  ]);
  const records = Array.from({ length: repeats(prng, record.length) }, () => record);
  return Buffer.concat([...records, Buffer.alloc(orRarely(prng, 0, () => prng.integer(40)))]);
}
