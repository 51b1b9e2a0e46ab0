import { Document } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { encodePng } from '../../../../src-main/engine/base/image/encode-png.ts';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';

it('scales a texture down while it is decoded, and never up', async () => {
  const data = new Uint8Array(64 * 32 * 4).fill(255).map((value, i) => (i % 4 === 0 ? 40 : value));
  const texture = new Document().createTexture('a').setImage(await encodePng({ width: 64, height: 32, data }));
  expect(await decodeTexture(texture)).toMatchObject({ width: 64, height: 32 });
  expect(await decodeTexture(texture, 128)).toMatchObject({ width: 64, height: 32 });
  const small = await decodeTexture(texture, 16);
  expect([small.width, small.height, small.data[0], small.data[1]]).toEqual([16, 8, 40, 255]);
});
