import { Document } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { openWithSharp } from '../../../../src-main/engine/base/image/open-with-sharp.ts';
import { encodePng } from '../../../../src-main/engine/base/image/encode-png.ts';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="1" height="1"/></svg>';

it.each([SVG, `\uFEFF${SVG}`, `<?xml version="1.0"?>${SVG}`, `BM<!--${' '.repeat(26)}-->${SVG}`, 'P3 1 1 1 0 0 0'])(
  'does not open %j, which sharp might draw',
  (text) => {
    expect(() => openWithSharp(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'not_a_picture' }));
  },
);

it('opens a PNG, and refuses an SVG that a model calls one', async () => {
  const png = await encodePng({ width: 1, height: 1, data: new Uint8Array([1, 2, 3, 255]) });
  expect(await openWithSharp(png).metadata()).toMatchObject({ format: 'png', width: 1 });
  const texture = new Document().createTexture('a').setMimeType('image/png').setImage(Buffer.from(SVG));
  await expect(decodeTexture(texture)).rejects.toMatchObject({ code: 'unsupported' });
});
