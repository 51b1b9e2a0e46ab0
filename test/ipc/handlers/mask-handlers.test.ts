import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { generationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { createCallLimit } from '../../../src-main/ipc/call-limit.ts';
import { dispatch } from '../../../src-main/ipc/dispatch.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { endlessNetwork, segmentRed } from '../../helpers/models/sample-networks.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

async function open() {
  const home = makeTempFolder();
  const app = await openHeadlessApp(resolveHome(home, {}));
  onTestFinished(() => app.close());
  const page = { handlers: app.handlers, admits: createCallLimit() };
  const call = (channel: string, input: unknown) => dispatch(page, channel, input);
  const file = await writeSampleImage(makeTempFolder(), 'shape.png');
  const { sources } = await app.handlers['sources:take']([file]);
  return { home, app, call, file, pictureId: sources[0]!.pictures[0]!.id };
}

/** The left half of an image. */
async function leftHalf(): Promise<string> {
  const data = Uint8Array.from({ length: 64 * 64 }, (_, i) => (i % 64 < 32 ? 255 : 0));
  const png = sharp(data, { raw: { width: 64, height: 64, channels: 1 } }).png();
  return (await png.toBuffer()).toString('base64');
}

test('an image with a chosen mask is another image, under the same name, and its mask can be changed and removed', async () => {
  const { home, app, file, pictureId } = await open();
  const before = await app.handlers['masks:find']({ pictureId });
  expect(before).toMatchObject({ width: 256, height: 256, cue: 'alpha', chosen: null, canRemove: true });
  const mask = { method: 'painted', png: await leftHalf() } as const;
  const painted = await app.handlers['masks:apply']({ pictureId, mask });
  expect(painted).toMatchObject({ name: 'shape.png', mask: 'painted', pixels: { width: 256, height: 256 } });
  expect(painted.id).not.toBe(pictureId);
  const served = await app.openArtifact(`source-${painted.id}`);
  expect(served).toMatchObject({ mime: 'image/png', bytes: painted.bytes });
  expect(path.dirname(served!.path)).toBe(path.join(home, 'inbox'));
  const alpha = await sharp(readFileSync(served!.path)).extractChannel('alpha').raw().toBuffer();
  expect([alpha[128 * 256 + 64], alpha[128 * 256 + 192]]).toEqual([255, 0]);

  const after = await app.handlers['masks:find']({ pictureId: painted.id });
  expect(after).toMatchObject({ builtIn: before.builtIn, image: before.image, canRemove: true });
  expect(after.chosen).not.toBeNull();
  const removed = await app.handlers['masks:apply']({ pictureId: painted.id, mask: null });
  expect(removed).toMatchObject({ name: 'shape.png', mask: null, pixels: { width: 256, height: 256 } });
  expect((await app.openArtifact(`source-${removed.id}`))?.path).toBe(file);
  expect(JSON.stringify([painted, after, removed])).not.toContain(path.dirname(file));
});

test('without the original image, the masked one is enough to change its mask, but not to remove it', async () => {
  const { app, call, file, pictureId } = await open();
  const mask = { method: 'painted', png: await leftHalf() } as const;
  const painted = await app.handlers['masks:apply']({ pictureId, mask });
  rmSync(file);
  expect(await app.handlers['masks:find']({ pictureId: painted.id })).toMatchObject({ canRemove: false });
  const again = await app.handlers['masks:apply']({ pictureId: painted.id, mask: { ...mask, method: 'whole_image' } });
  expect(again).toMatchObject({ name: 'shape.png', mask: 'whole_image' });
  expect(await call('masks:apply', { pictureId: painted.id, mask: null })).toMatchObject({
    ...{ ok: false, error: { code: 'file_missing', subject: 'shape.png' } },
  });
});

test('the page can name no path, no image that was not taken in, and send no mask that is no image', async () => {
  const { home, call, file, pictureId } = await open();
  const png = await leftHalf();
  for (const input of [
    null,
    { pictureId: 7, mask: null },
    { pictureId, mask: { method: 'guessed', png } },
    { pictureId, mask: { method: 'painted', png: 'no base64' } },
    { pictureId, mask: { method: 'painted', png: 'A'.repeat(900_004) } },
  ]) {
    expect(await call('masks:apply', input)).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  }
  expect(await call('masks:find', { pictureId: file })).toMatchObject({ ok: false, error: { code: 'not_found' } });
  const words = Buffer.from('words').toString('base64');
  expect(await call('masks:apply', { pictureId, mask: { method: 'painted', png: words } })).toMatchObject({
    ...{ ok: false, error: { code: 'not_a_picture', subject: 'shape.png' } },
  });
  expect(readdirSync(path.join(home, 'inbox'))).toEqual([]);
});

/** Opens the app with a photo of a red and a green square on white, and a network for masks. */
async function openWithNetwork(model: Buffer) {
  const opened = await open();
  const { app } = opened;
  const file = path.join(makeTempFolder(), 'red.onnx');
  writeFileSync(file, model);
  app.settings.set({ generation: generationConfig.parse({ masks: { model: file } }) });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#fff"/>
    <rect x="50" y="50" width="100" height="100" fill="#d11"/><rect x="250" y="50" width="100" height="100" fill="#1a1"/></svg>`;
  const photo = path.join(makeTempFolder(), 'squares.jpg');
  await sharp(Buffer.from(svg)).jpeg().toFile(photo);
  const { sources } = await app.handlers['sources:take']([photo]);
  return { ...opened, model: file, photo, pictureId: sources[0]!.pictures[0]!.id };
}

/** A gray PNG in the middle of the red and of the green square. */
async function readSquares(png: string): Promise<number[]> {
  const { data, info } = await sharp(Buffer.from(png, 'base64'))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [100, 300].map((x) => data[100 * info.width + x]!);
}

test('the mask of a network is found by the local service, also for an image with another mask, and kept', async () => {
  const { home, app, photo, pictureId } = await openWithNetwork(segmentRed());
  expect(await app.handlers['masks:find']({ pictureId })).toMatchObject({ network: 'red.onnx' });
  const { mask } = await app.handlers['masks:estimate']({ id: 'first', pictureId });
  expect(await readSquares(mask!)).toEqual([255, 0]);
  expect(readdirSync(path.join(home, 'inbox'))).toEqual([]);
  const masked = await app.handlers['masks:apply']({ pictureId, mask: { method: 'network', png: mask! } });
  expect(masked).toMatchObject({ name: 'squares.jpg', mask: 'network' });
  // Also without the original image, whose colors the masked one still has.
  rmSync(photo);
  const again = await app.handlers['masks:estimate']({ id: 'second', pictureId: masked.id });
  expect(await readSquares(again.mask!)).toEqual([255, 0]);
});

test('a network that fails is named with the reason, one that is canceled returns no mask, and none is asked if none is configured', async () => {
  const { home, app, call, model, pictureId } = await openWithNetwork(endlessNetwork());
  const canceled = app.handlers['masks:estimate']({ id: 'canceled', pictureId });
  await app.handlers['masks:cancel']({ id: 'canceled' });
  expect(await canceled).toEqual({ mask: null });
  writeFileSync(model, 'no network');
  expect(await call('masks:estimate', { id: 'failed', pictureId })).toMatchObject({
    ...{ ok: false, error: { code: 'config_invalid', subject: 'red.onnx', detail: { id: 'network.not-loaded' } } },
  });
  app.settings.set({ generation: generationConfig.parse({}) });
  expect(await app.handlers['masks:find']({ pictureId })).toMatchObject({ network: null });
  expect(await call('masks:estimate', { id: 'none', pictureId })).toMatchObject({ error: { code: 'not_found' } });
  expect(readdirSync(path.join(home, 'inbox'))).toEqual([]);
});
