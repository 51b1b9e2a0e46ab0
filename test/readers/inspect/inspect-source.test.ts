import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openTestReader } from '../../helpers/file-reader.ts';
import { drawShape } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const reader = openTestReader();

function inspect(file: string, kind: 'picture' | 'model' = 'picture') {
  const thumbnailPath = path.join(path.dirname(file), 'thumb.webp');
  return reader.read('inspect-source', { kind, path: file, thumbnailPath, subject: path.basename(file) });
}

/** The head of a PNG of that size, with true checksums and hardly any data. */
function pngHead(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.byteLength);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const magic = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(30)), chunk('IEND', Buffer.alloc(0))]);
}

describe('a source is opened completely before anything is sent', () => {
  test.each(['png', 'jpeg', 'webp', 'tiff'] as const)('a %s gets a small thumbnail', async (format) => {
    const file = path.join(makeTempFolder(), `a.${format}`);
    writeFileSync(
      file,
      await sharp(await drawShape(400))
        .toFormat(format)
        .toBuffer(),
    );
    expect(await inspect(file)).toEqual({ hasThumbnail: true, bytes: readFileSync(file).byteLength });
    const thumbnail = await sharp(readFileSync(path.join(path.dirname(file), 'thumb.webp'))).metadata();
    expect([thumbnail.format, thumbnail.width, thumbnail.height]).toEqual(['webp', 160, 160]);
  });

  const text = (words: string) => (file: string) => writeFileSync(file, words);
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each<[string, (file: string) => unknown, 'picture' | 'model', string]>([
    ['notes.png', text('just words'), 'picture', 'not_a_picture'],
    ['vector.png', text(SVG), 'picture', 'not_a_picture'],
    ['page.jpg', text('<html></html>'), 'picture', 'not_a_picture'],
    ['empty.png', text(''), 'picture', 'file_empty'],
    ['huge.png', (file) => writeFileSync(file, pngHead(50_000, 50_000)), 'picture', 'picture_too_large'],
    [
      'heavy.png',
      (file) => (writeFileSync(file, ''), truncateSync(file, 160 * 1024 ** 2)),
      'picture',
      'file_too_large',
    ],
    ['folder.png', (file) => mkdirSync(file), 'picture', 'file_unreadable'],
    ['gone.png', () => undefined, 'picture', 'file_missing'],
    ['empty.glb', text(''), 'model', 'file_empty'],
    ['words.glb', text('glTF? No, only words that say so.'), 'model', 'not_a_model'],
    [
      'damaged.glb',
      (file) => writeFileSync(file, Buffer.from('676c5446020000001400000000000000', 'hex')),
      'model',
      'file_truncated',
    ],
  ])('%s is refused by name', async (name, make, kind, code) => {
    const file = path.join(makeTempFolder(), name);
    make(file);
    const error = await inspect(file, kind).then(
      () => null,
      (thrown: unknown) => thrown as Error & { code: string },
    );
    expect(error).toMatchObject({ name: 'AppError', subject: name });
    expect(error?.code).toBe(code);
    rmSync(file, { recursive: true, force: true });
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  test('a JPEG that was cut off is refused', async () => {
    const file = path.join(makeTempFolder(), 'cut.jpg');
    const whole = await sharp(await drawShape(400))
      .flatten()
      .jpeg()
      .toBuffer();
    writeFileSync(file, whole.subarray(0, Math.floor(whole.byteLength / 2)));
    await expect(inspect(file)).rejects.toMatchObject({ code: 'file_truncated', subject: 'cut.jpg' });
  });

  test('many at once are all answered, each with its own answer', async () => {
    const folder = makeTempFolder();
    const names = Array.from({ length: 12 }, (_, n) => path.join(folder, `${n}.png`));
    for (const [n, file] of names.entries()) writeFileSync(file, n % 3 === 0 ? 'words' : await drawShape(16));
    const outcomes = await Promise.allSettled(names.map((file) => inspect(file)));
    expect(outcomes.map(({ status }) => status)).toEqual(names.map((_, n) => (n % 3 === 0 ? 'rejected' : 'fulfilled')));
  });
});
