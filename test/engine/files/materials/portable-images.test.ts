import { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { nameTextures, toPortableImage } from '../../../../src-main/engine/files/materials/portable-images.ts';

test.each([
  ['png', 'image/jpeg', 'wood.png', 'png'],
  ['png', 'image/jpg', 'wood.png', 'png'],
  ['jpeg', 'image/jpg', 'wood.jpg', 'jpg'],
  ['jpeg', '', 'wood.jpg', 'jpg'],
  ['webp', 'image/png', 'wood.webp', 'png'],
] as const)('a %s that is declared as “%s” is named by its bytes', async (container, mime, name, portable) => {
  const image = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .toFormat(container)
    .toBuffer();
  const texture = new Document().createTexture('wood').setImage(new Uint8Array(image)).setMimeType(mime);
  expect([...nameTextures([texture]).values()]).toEqual([name]);
  const { bytes, extension } = await toPortableImage(texture);
  expect([extension, (await sharp(bytes).metadata()).format]).toEqual([portable, portable === 'jpg' ? 'jpeg' : 'png']);
});
