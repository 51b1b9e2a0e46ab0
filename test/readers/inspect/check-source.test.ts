import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openTestReader } from '../../helpers/file-reader.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const reader = openTestReader();

function check(name: string, content: string | Buffer, kind: 'picture' | 'model' = 'picture') {
  const file = path.join(makeTempFolder(), name);
  writeFileSync(file, content);
  return reader.read('check-source', { kind, path: file, subject: name });
}

const FORMATS = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'avif'] as const;
const encode = async (format: (typeof FORMATS)[number]): Promise<Buffer> =>
  sharp(await drawShape(200))
    .extend({ right: 40 })
    .toFormat(format)
    .toBuffer();

describe('a source is checked by its content before it becomes a job', () => {
  test.each(FORMATS)('a %s has its size in pixels, and is rejected if its end is missing', async (format) => {
    const image = await encode(format);
    expect(await check('a.png', image)).toEqual({ pixels: { width: 240, height: 200 } });
    await expect(check('a.png', image.subarray(0, image.length * 0.7))).rejects.toMatchObject({
      code: 'file_truncated',
      subject: 'a.png',
    });
  });

  test('the size is the one after EXIF rotation', async () => {
    const turned = await sharp(await encode('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await check('turned.jpg', turned)).toEqual({ pixels: { width: 200, height: 240 } });
  });

  const HEIC = Buffer.from(`\0\0\0\x18ftypheic${'\0'.repeat(200)}`, 'latin1');
  test.each<[string, string | Buffer, 'picture' | 'model', string]>([
    ['empty.png', '', 'picture', 'file_empty'],
    ['words.png', 'just words', 'picture', 'not_a_picture'],
    ['renamed.jpg', HEIC, 'picture', 'unsupported_file'],
    ['empty.glb', '', 'model', 'file_empty'],
    ['words.glb', 'just words', 'model', 'not_a_model'],
    ['short.glb', Buffer.from('676c5446020000001401000000000000'.padEnd(80, '0'), 'hex'), 'model', 'file_truncated'],
  ])('%s is rejected', async (name, content, kind, code) => {
    await expect(check(name, content, kind)).rejects.toMatchObject({ code, subject: name });
  });

  test('a model is accepted by its beginning and its end', async () => {
    expect(await check('corner.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n', 'model')).toEqual({ pixels: null });
  });
});

test('a GIF becomes a PNG of its first frame', async () => {
  const file = path.join(makeTempFolder(), 'a.gif');
  writeFileSync(file, await encode('gif'));
  await reader.read('to-png-file', { path: file, pngPath: `${file}.png`, subject: 'a.gif' });
  expect(await sharp(`${file}.png`).metadata()).toMatchObject({ format: 'png', width: 240, height: 200 });
});
