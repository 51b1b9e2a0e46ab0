import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { runJson } from '../helpers/cli.ts';
import { buildMovingModel, buildPackedModel } from '../helpers/moving-model.ts';
import { openServedPage, type ServedPage } from '../helpers/served-page.ts';

/** What the page's WebGL was asked for, counted from outside. */
interface Drawn {
  calls: number;
  textures: number;
  buffers: number;
}
declare global {
  var drawn: Drawn;
}

test.describe.configure({ mode: 'serial' });

let folder = '';
let served: ServedPage;
let page: Page;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-viewer-'));
  const home = path.join(folder, 'home');
  const model = path.join(folder, 'slider.glb');
  await writeFile(model, await buildMovingModel());
  const made = await runJson([
    'make',
    model,
    '--home',
    home,
    '--format',
    'glb,fbx,obj',
    '--out',
    path.join(folder, 'out'),
  ]);
  expect(made.jobs.map(({ status }) => status)).toEqual(['done']);
  served = await openServedPage(home);
  page = served.page;
  // A small view: pixels are what a computer without a graphics card spends its time on.
  await page.setViewportSize({ width: 1000, height: 560 });
  await page.addInitScript(countDrawing);
  await page.reload();
  await ready();
});

test.afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a key changes how the surface is drawn, and each map can be seen alone', async () => {
  const lit = await look();
  await page.keyboard.press('2');
  const clay = await look();
  expect(difference(lit, clay)).toBeGreaterThan(4);
  await page.keyboard.press('3');
  expect(difference(clay, await look())).toBeGreaterThan(4);
  await page.getByRole('button', { name: 'One map alone' }).click();
  await page.getByRole('menuitemradio', { name: 'Base colour' }).click();
  const base = await look();
  // Unlit: the picture's own red and green, as they are in the file.
  expect(countOf(base, [220, 40, 40])).toBeGreaterThan(200);
  expect(countOf(base, [40, 200, 60])).toBeGreaterThan(200);
  await page.keyboard.press('1');
});

test('a model at rest is not drawn again', async () => {
  await look();
  const before = await page.evaluate(() => drawn.calls);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  expect(await page.evaluate(() => drawn.calls)).toBe(before);
});

test('a clip is scrubbed to a pose, plays, and stops drawing when it is paused', async () => {
  const start = await look();
  await page.getByRole('slider', { name: 'Time in the clip' }).fill('0.8');
  expect(difference(start, await look())).toBeGreaterThan(4);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const before = await page.evaluate(() => drawn.calls);
  await expect.poll(() => page.evaluate(() => drawn.calls)).toBeGreaterThan(before + 20);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await look();
  const paused = await page.evaluate(() => drawn.calls);
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  expect(await page.evaluate(() => drawn.calls)).toBe(paused);
});

test('every file is shown as it was delivered, an OBJ with the picture beside it', async () => {
  for (const [title, pictures] of [
    ['FBX', '1 × 64²'],
    ['OBJ', '1 × 64²'],
    ['GLB', '1 × 64²'],
  ] as const) {
    await deliver(title);
    await expect(page.locator('.inspector')).toContainText(pictures);
    await expect(page.locator('.inspector')).toContainText(/0\.400 × 0\.800 × 0\.200 m/);
  }
});

test('geometry packed by Draco or meshopt is unpacked; what cannot be shown is said in words', async () => {
  const broken = Buffer.from(await buildMovingModel()).subarray(0, 400);
  const size = /0\.400 × 0\.800 × 0\.200 m/;
  for (const [bytes, expected] of [
    [await buildPackedModel('draco'), [size, '1 × 64²']],
    [await buildPackedModel('meshopt'), [size, '1 × 64²']],
    [await buildPackedModel('ktx2'), [size, '1 picture named by the file is not in it']],
    [broken, ['It could not be read as what it says it is.']],
  ] as const) {
    await deliver('FBX');
    await page.route('**/artifact/*', (route) => route.fulfill({ body: Buffer.from(bytes) }));
    await choose('GLB');
    for (const words of expected) await expect(page.locator('main')).toContainText(words);
    await page.unroute('**/artifact/*');
  }
  await deliver('FBX');
  await deliver('GLB');
});

test('two files are compared side by side and over each other', async () => {
  const alone = await look();
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: /FBX/ }).click();
  const divider = page.getByRole('slider', { name: 'Where A ends and B begins' });
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await divider.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '52');
  await expect(page.getByText('Opening B…')).toBeHidden();
  await page.getByRole('radio', { name: 'Side by side' }).click();
  expect(difference(alone, await look())).toBeGreaterThan(2);
  await page.keyboard.press('c');
  await expect(divider).toBeHidden();
});

test('a picture of the view can be saved', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a picture' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('slider.png');
  const { channels } = await sharp(await saved.path()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
});

test('after the graphics driver restarted the model is shown again', async () => {
  await canvas().evaluate((element: HTMLCanvasElement) => {
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await expect(page.getByText('The graphics driver restarted.')).toBeVisible();
  await page.getByRole('button', { name: 'Show again' }).click();
  await ready();
  const { channels } = await sharp(await canvas().screenshot()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
});

test('opening and closing models twenty times leaves nothing on the graphics card', async () => {
  await deliver('FBX');
  await deliver('GLB');
  const before = await held();
  for (let round = 0; round < 10; round++) {
    await deliver('FBX');
    await deliver('GLB');
  }
  expect(await held()).toEqual(before);
  expect(served.problems).toEqual([]);
});

const canvas = (): Locator => page.locator('canvas[data-ready]');

async function ready(): Promise<void> {
  await page.locator('canvas[data-ready="true"]').waitFor();
}

/** Chooses an output of the job in the title. */
async function choose(title: string): Promise<void> {
  await page.getByRole('button', { name: /^Shown as delivered/ }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${title} `) }).click();
  await expect(page.getByRole('button', { name: `Shown as delivered: ${title}` })).toBeVisible();
}

async function deliver(title: string): Promise<void> {
  await choose(title);
  await ready();
}

async function held(): Promise<Omit<Drawn, 'calls'>> {
  await look();
  return page.evaluate(() => ({ textures: drawn.textures, buffers: drawn.buffers }));
}

/** The view once it has come to rest, as RGB of a small size. */
async function look(): Promise<Buffer> {
  await page.evaluate(async () => {
    for (let calls = -1; calls !== drawn.calls;) {
      calls = drawn.calls;
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    }
  });
  return sharp(await canvas().screenshot())
    .removeAlpha()
    .resize(280, 200, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Mean difference of two pictures, levels of 255. */
function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

/** How many pixels have a colour, within 8 levels. */
function countOf(picture: Buffer, colour: readonly number[]): number {
  let count = 0;
  for (let index = 0; index < picture.length; index += 3)
    if (colour.every((value, channel) => Math.abs((picture[index + channel] ?? 0) - value) <= 8)) count++;
  return count;
}

/** Runs in the page before anything else. */
function countDrawing(): void {
  const counted: Drawn = { calls: 0, textures: 0, buffers: 0 };
  globalThis.drawn = counted;
  const gl = WebGL2RenderingContext.prototype;
  const hear = <Name extends keyof WebGL2RenderingContext>(name: Name, tell: () => void) => {
    const original = gl[name] as (...given: unknown[]) => unknown;
    (gl as unknown as Record<string, unknown>)[name] = function heard(this: unknown, ...given: unknown[]) {
      tell();
      return original.apply(this, given);
    };
  };
  for (const name of ['drawElements', 'drawArrays'] as const) hear(name, () => counted.calls++);
  hear('createTexture', () => counted.textures++);
  hear('deleteTexture', () => counted.textures--);
  hear('createBuffer', () => counted.buffers++);
  hear('deleteBuffer', () => counted.buffers--);
}
