import { describe, expect, it } from 'vitest';
import { decodeKtx2 } from '../../../../src-main/engine/files/images/decode-ktx2.ts';
import { drawSource, ENCODED_NAMES, readEncoded } from '../../../helpers/images/encoded-ktx2.ts';
import { buildKtx2 } from '../../../helpers/images/ktx2-image.ts';

const RED = [220, 40, 40] as const;
const GREEN = [40, 200, 60] as const;

/** Peak signal to noise, decibels; the least of all channels. */
function leastPsnr(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  const channels = [0, 1, 2, 3].map((channel) => {
    let sum = 0;
    for (let i = channel; i < a.length; i += 4) sum += (a[i]! - b[i]!) ** 2;
    return sum === 0 ? Infinity : 10 * Math.log10(255 ** 2 / (sum / (a.length / 4)));
  });
  return Math.min(...channels);
}

describe('a KTX2 picture', () => {
  it.each(ENCODED_NAMES)('in %s has the colours it was made of', async (name) => {
    const { width, height, data } = drawSource(name);
    const decoded = await decodeKtx2(readEncoded(name));
    expect(decoded).toMatchObject({ width, height });
    expect(leastPsnr(decoded.data, data)).toBeGreaterThan(36);
  });

  it('of plain bytes is read as it is', async () => {
    const rgb = await decodeKtx2(buildKtx2('rgb', 8, RED, GREEN));
    expect([rgb.width, rgb.height, rgb.data.length]).toEqual([8, 8, 8 * 8 * 3]);
    expect([...rgb.data.subarray(9, 15)]).toEqual([...RED, ...GREEN]);
    const rgba = await decodeKtx2(buildKtx2('rgba', 8, RED, GREEN));
    expect([...rgba.data.subarray(-4)]).toEqual([...GREEN, 255]);
  });

  it.each(ENCODED_NAMES)('in %s is refused in words wherever it is cut', async (name) => {
    const whole = readEncoded(name);
    for (let length = 0; length < whole.length; length += 7)
      await expect(decodeKtx2(whole.slice(0, length))).rejects.toThrow(/^It .*\.$/);
  });

  it('that lies about its size, its levels or its tables is refused in words', async () => {
    for (const name of ENCODED_NAMES) {
      for (const [at, word] of [
        [20, 8192],
        [20, 2 ** 31],
        [24, 2 ** 31],
        [40, 9],
        [48, 2 ** 31],
        [64, 2 ** 31],
        [80, 2 ** 31],
        [88, 2 ** 31],
      ] as const) {
        const changed = Buffer.from(readEncoded(name));
        changed.writeUInt32LE(word, at);
        await expect(decodeKtx2(changed), `${name}, ${word} at ${at}`).rejects.toThrow(/^(It|Its|A level) .*\.$/);
      }
    }
  });

  it('is refused when it is too large to hold', async () => {
    const changed = Buffer.from(readEncoded('flat ETC1S with levels'));
    changed.writeUInt32LE(4096, 20);
    changed.writeUInt32LE(4097, 24);
    await expect(decodeKtx2(changed)).rejects.toThrow('It is too large.');
  });

  it('damaged in its texels never stops the next one', async () => {
    for (const name of ENCODED_NAMES) {
      const whole = readEncoded(name);
      for (let at = 80; at < whole.length; at += 13) {
        const changed = whole.slice();
        changed[at]! ^= 0xff;
        const { width, height } = drawSource(name);
        await decodeKtx2(changed).then(
          (image) => expect(image).toMatchObject({ width, height }),
          (error: Error) => expect(error.message).toMatch(/^(It|Its|A level) .*\.$/),
        );
      }
      expect((await decodeKtx2(whole)).data.length).toBeGreaterThan(0);
    }
  });
});
