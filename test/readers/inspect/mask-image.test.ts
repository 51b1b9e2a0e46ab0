import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { expect, test } from 'vitest';
import { openTestReader } from '../../helpers/file-reader.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const reader = openTestReader();
const subject = 'photo.jpg';

/** A white photo of 1,600 × 800 pixels with a red square in its left half, which its EXIF data turns upright. */
async function writePhoto(): Promise<string> {
  const file = path.join(makeTempFolder(), subject);
  const square: OverlayOptions = {
    input: { create: { width: 400, height: 400, channels: 3, background: '#c02020' } },
    left: 200,
    top: 200,
  };
  const photo = sharp({ create: { width: 1_600, height: 800, channels: 3, background: '#ffffff' } })
    .composite([square])
    .withMetadata({ orientation: 6 })
    .jpeg();
  writeFileSync(file, await photo.toBuffer());
  return file;
}

/** A gray mask of 512 × 1,024 pixels whose lower half is the subject. */
function lowerHalf(): Promise<Buffer> {
  const data = Uint8Array.from({ length: 512 * 1024 }, (_, i) => (i < 512 * 512 ? 0 : 255));
  return sharp(data, { raw: { width: 512, height: 1024, channels: 1 } })
    .png()
    .toBuffer();
}

/** Red, green, blue and alpha in the middle of a part of an image, by its shares. */
async function colorAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const i = 4 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
  return [...data.subarray(i, i + 4)];
}

test('the built-in mask of an image comes upright, with the image and the cue it follows', async () => {
  const preview = await reader.read('preview-mask', { path: await writePhoto(), masked: null, subject });
  expect(preview).toMatchObject({ width: 512, height: 1024, cue: 'border', chosen: null });
  const { data, info } = await sharp(preview.builtIn).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 1024]);
  // Turned by 90°, the square is right of the middle, in the upper half.
  expect([data[256 * 512 + 256], data[768 * 512 + 256]]).toEqual([255, 0]);
  const [red = 0, green = 0] = await colorAt(preview.image, 0.5, 0.25);
  expect(red - green).toBeGreaterThan(100);
});

test('a masked image is upright, at full size, has the mask as alpha channel, and is the same each time', async () => {
  const file = await writePhoto();
  const mask = await lowerHalf();
  const folder = makeTempFolder();
  const [first, second] = ['first', 'second'].map((name) => path.join(folder, name)) as [string, string];
  const { bytes, pixels } = await reader.read('mask-image', { path: file, mask, maskedPath: first, subject });
  expect(pixels).toEqual({ width: 800, height: 1_600 });
  const png = readFileSync(first);
  expect(png.byteLength).toBe(bytes);
  expect((await colorAt(png, 0.5, 0.25))[3]).toBe(0);
  expect(await colorAt(png, 0.5, 0.75)).toEqual([255, 255, 255, 255]);
  await reader.read('mask-image', { path: file, mask, maskedPath: second, subject });
  expect(readFileSync(second).equals(png)).toBe(true);
  expect(readdirSync(folder)).toEqual(['first', 'second']);
});

test('a masked image alone shows its mask again, and the colors that it hides', async () => {
  const file = await writePhoto();
  const masked = path.join(makeTempFolder(), 'photo.png');
  await reader.read('mask-image', { path: file, mask: await lowerHalf(), maskedPath: masked, subject });
  const alone = await reader.read('preview-mask', { path: masked, masked, subject });
  const [red = 0, green = 0] = await colorAt(alone.image, 0.5, 0.25);
  expect(red - green).toBeGreaterThan(100);
  expect(alone.cue).toBe('border');
  const chosen = await sharp(alone.chosen!).extractChannel(0).raw().toBuffer();
  expect([chosen[256 * 512 + 256], chosen[768 * 512 + 256]]).toEqual([0, 255]);
  // Beside the original, it is the same mask.
  const beside = await reader.read('preview-mask', { path: file, masked, subject });
  expect(Buffer.compare(beside.chosen!, alone.chosen!)).toBe(0);
});

test('a mask that is no image, and one that covers nothing, are refused by the name of the image', async () => {
  const file = await writePhoto();
  const black = await sharp({ create: { width: 8, height: 16, channels: 3, background: '#000000' } })
    .png()
    .toBuffer();
  for (const [mask, code] of [
    [Buffer.from('words'), 'not_a_picture'],
    [black, 'file_empty'],
  ] as const) {
    const maskedPath = path.join(makeTempFolder(), 'photo.png');
    const reading = reader.read('mask-image', { path: file, mask, maskedPath, subject });
    await expect(reading).rejects.toMatchObject({ code, subject });
  }
});

test('an image of noise with noise as its transparency is shown within the limits of an answer', async () => {
  const edge = 1_024;
  let state = 1;
  const noise = Uint8Array.from({ length: 4 * edge * edge }, () => (state = (state * 48_271) % 2_147_483_647) & 255);
  const file = path.join(makeTempFolder(), 'noise.png');
  writeFileSync(
    file,
    await sharp(noise, { raw: { width: edge, height: edge, channels: 4 } })
      .png()
      .toBuffer(),
  );
  const preview = await reader.read('preview-mask', { path: file, masked: file, subject });
  expect(preview.chosen?.byteLength).toBeGreaterThan(50_000);
  const sizes = [preview.image, preview.builtIn, preview.chosen!].map(({ byteLength }) => byteLength);
  expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThan(900_000);
});
