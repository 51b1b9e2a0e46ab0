import { describe, expect, it } from 'vitest';
import { isKtx2, parseKtx2Header } from '../../../src-shared/formats/ktx2-header.ts';
import { buildKtx2 } from '../../helpers/images/ktx2-image.ts';

const RED = [220, 40, 40] as const;
const GREEN = [40, 200, 60] as const;

/** The header of a file of 16 × 16 texels after its bytes were changed. */
function readChanged(as: 'uastc' | 'rgba', change: (file: Buffer) => void): unknown {
  const file = buildKtx2(as, 16, RED, GREEN);
  change(file);
  return parseKtx2Header(file);
}

describe('the header of a KTX2', () => {
  it('tells size, coding and where the largest level lies', () => {
    for (const [as, coding, bytes] of [
      ['uastc', 'basis', 16 * 16],
      ['rgba', 'rgba', 16 * 16 * 4],
      ['rgb', 'rgb', 16 * 16 * 3],
    ] as const) {
      const file = buildKtx2(as, 16, RED, GREEN);
      expect(isKtx2(file)).toBe(true);
      const offset = file.byteLength - bytes;
      expect(parseKtx2Header(file)).toEqual({ width: 16, height: 16, coding, offset });
    }
  });

  it('is not found in other files, however short', () => {
    expect(isKtx2(new Uint8Array())).toBe(false);
    expect(isKtx2(new TextEncoder().encode('«KTX 11»'))).toBe(false);
    expect(() => parseKtx2Header(buildKtx2('rgba', 8, RED, GREEN).subarray(0, 90))).toThrow('header');
  });

  it.each([
    ['a format of the card', 12, 147, 'kind'],
    ['no width', 20, 0, 'flat'],
    ['a depth', 28, 2, 'flat'],
    ['layers', 32, 2, 'flat'],
    ['six faces', 36, 6, 'flat'],
    ['more levels than its size', 40, 6, 'more levels'],
    ['levels beyond the file', 40, 2 ** 31, 'more levels'],
    ['a descriptor beyond the file', 52, 2 ** 31, 'its parts'],
    ['tables beyond the file', 76, 1, 'its parts'],
    ['texels beyond the file', 84, 1, 'its texels'],
  ])('with %s is refused', (_, at, word, words) => {
    expect(() => readChanged('uastc', (file) => file.writeUInt32LE(word, at))).toThrow(words);
  });

  it('is refused when a packed level says it unpacks to more or less than its size', () => {
    const pack = (unpacked: number) => (file: Buffer) => {
      file.writeUInt32LE(2, 44);
      file.writeUInt32LE(unpacked, 96);
    };
    expect(readChanged('uastc', pack(256))).toMatchObject({ coding: 'basis' });
    for (const unpacked of [0, 255, 257, 2 ** 31])
      expect(() => readChanged('uastc', pack(unpacked))).toThrow('unpacks to another length');
  });

  it('is refused when its scheme is not known', () => {
    for (const scheme of [3, 4, 2 ** 31])
      expect(() => readChanged('uastc', (file) => file.writeUInt32LE(scheme, 44))).toThrow('kind');
  });

  it('is refused when blocks are fewer than its size', () => {
    expect(() => readChanged('uastc', (file) => file.writeUInt32LE(255, 88))).toThrow('too short');
    expect(() => readChanged('uastc', (file) => file.writeUInt32LE(20, 20))).toThrow('too short');
  });

  it('is refused when plain texels are packed, or fewer than its size', () => {
    expect(() => readChanged('rgba', (file) => file.writeUInt32LE(2, 44))).toThrow('kind');
    expect(() => readChanged('rgba', (file) => file.writeUInt32LE(1023, 88))).toThrow('too short');
  });
});
