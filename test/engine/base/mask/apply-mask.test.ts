import { expect, it } from 'vitest';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { applyMask, toMask } from '../../../../src-main/engine/base/mask/apply-mask.ts';
import { findMask } from '../../../../src-main/engine/base/mask/find-mask.ts';

const SIZE = 200;

/** Two halves, left red and right blue, opaque. */
function halves(): Image {
  const data = new Uint8Array(4 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) data.set(i % SIZE < SIZE / 2 ? [200, 0, 0, 255] : [0, 0, 200, 255], 4 * i);
  return { width: SIZE, height: SIZE, data };
}

/** A mask of half the size that covers the pixels of a function. */
function mask(isCovered: (x: number, y: number) => boolean) {
  const edge = SIZE / 2;
  const data = Uint8Array.from({ length: edge * edge }, (_, i) =>
    isCovered(2 * (i % edge), 2 * Math.floor(i / edge)) ? 255 : 0,
  );
  return { width: edge, height: edge, data };
}

it('makes the mask the alpha channel that the engine follows, and keeps the colors below it', async () => {
  const masked = await applyMask(
    halves(),
    mask((x) => x >= SIZE / 2),
  );
  expect([...masked.data.slice(0, 4)]).toEqual([200, 0, 0, 0]);
  const { mask: found, method } = await findMask(masked);
  expect(method).toBe('alpha');
  const row = found.data.slice((SIZE / 2) * SIZE, (SIZE / 2 + 1) * SIZE);
  expect([row[SIZE / 4], row[(3 * SIZE) / 4]]).toEqual([0, 255]);
});

it('has a mask that the engine follows if it covers the whole image, or all but a few pixels', async () => {
  for (const isCovered of [() => true, (x: number, y: number) => x > 6 || y > 6]) {
    const { mask: found, method } = await findMask(await applyMask(halves(), mask(isCovered)));
    expect(method).toBe('alpha');
    const share = found.data.filter((value) => value === 255).length / (SIZE * SIZE);
    expect(share).toBeGreaterThan(0.97);
    expect(share).toBeLessThan(0.99);
  }
});

it('replaces an alpha channel of the image', async () => {
  const clear = halves();
  for (let i = 3; i < clear.data.length; i += 4) clear.data[i] = 0;
  const masked = await applyMask(
    clear,
    mask((x) => x < SIZE / 2),
  );
  expect(toMask(masked).data[SIZE * 100 + 20]).toBe(255);
});

it('refuses a mask that covers nothing', async () => {
  await expect(
    applyMask(
      halves(),
      mask(() => false),
    ),
  ).rejects.toMatchObject({ code: 'empty' });
});
