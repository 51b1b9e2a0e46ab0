import { expect, it } from 'vitest';
import { resizeMask, shrinkImage } from '../../../../src-main/engine/base/image/resize-image.ts';

it('returns bytes whose copies are their own', async () => {
  const image = await shrinkImage({ width: 8, height: 8, data: new Uint8Array(4 * 64).fill(255) }, 4);
  const mask = await resizeMask({ width: 8, height: 8, data: new Uint8Array(64).fill(255) }, 4, 4);
  for (const { data } of [image, mask]) {
    data.slice().fill(0);
    expect(data.every((value) => value === 255)).toBe(true);
  }
});
