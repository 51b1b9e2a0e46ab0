import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page, type WebSocketRoute } from '@playwright/test';
import sharp from 'sharp';
import { runJson } from '../helpers/cli.ts';
import {
  chooseOutput,
  countColour,
  meanDifference,
  expectIdle,
  countGpuResources,
  captureView,
  captureUntil,
  openViewerPage,
  showOutput,
  viewerCanvas,
  waitForViewer,
} from '../helpers/page/viewer-page.ts';
import { buildAnimatedModel, buildCompressedModel } from '../helpers/models/animated-model.ts';
import type { ServedPage } from '../helpers/page/served-page.ts';

test.describe.configure({ mode: 'serial' });

let folder = '';
let served: ServedPage;
let page: Page;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-viewer-'));
  const home = path.join(folder, 'home');
  const model = path.join(folder, 'slider.glb');
  await writeFile(model, await buildAnimatedModel());
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
  served = await openViewerPage(home);
  page = served.page;
});

test.afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a key changes how the surface is drawn, and each map can be seen alone', async () => {
  const lit = await look();
  await page.keyboard.press('2');
  const clay = await captureUntil(page, (seen) => expect(meanDifference(lit, seen)).toBeGreaterThan(4));
  await page.keyboard.press('3');
  await captureUntil(page, (seen) => expect(meanDifference(clay, seen)).toBeGreaterThan(4));
  await page.getByRole('button', { name: 'Single map' }).click();
  await page.getByRole('menuitemradio', { name: 'Base color' }).click();
  await captureUntil(page, expectOwnColours);
  await page.keyboard.press('1');
});

test('a model at rest is not drawn again', async () => {
  await expectIdle(page, 1000);
});

test('what stands still is drawn once more, with smooth edges and in the same colours', async () => {
  await look();
  await page.evaluate(watchPictures);
  await page.keyboard.press('.');
  const pictures = await page.evaluate<number[][]>('pictures');
  const [moving, still] = pictures.map((texels) => Buffer.from(texels));
  expect(still?.length).toBe(moving?.length);
  expect(meanDifference(moving!, still!)).toBeLessThan(2);
  const changed = moving!.filter((level, at) => Math.abs(level - (still![at] ?? 0)) > 24).length / 4;
  expect(changed).toBeGreaterThan(100);
  expect(changed).toBeLessThan(moving!.length / 4 / 20);
});

test('a clip is scrubbed to a pose, plays, and stops drawing when it is paused', async () => {
  const start = await look();
  await page.getByRole('slider', { name: 'Time in the clip' }).fill('0.8');
  await captureUntil(page, (seen) => expect(meanDifference(start, seen)).toBeGreaterThan(4));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const before = await page.evaluate(() => drawn.calls);
  await expect.poll(() => page.evaluate(() => drawn.calls)).toBeGreaterThan(before + 20);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectIdle(page, 500);
});

test('every file is shown as it was delivered, an OBJ with the image beside it', async () => {
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
  const broken = Buffer.from(await buildAnimatedModel()).subarray(0, 400);
  const size = /0\.400 × 0\.800 × 0\.200 m/;
  for (const [bytes, expected] of [
    [await buildCompressedModel('draco'), [size, '1 × 64²']],
    [await buildCompressedModel('meshopt'), [size, '1 × 64²']],
    [await buildCompressedModel('cut'), [size, '1 texture of this file is missing or can’t be read.']],
    [broken, ['The file could not be read.']],
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

test('an image in KTX2 is shown, packed or plain', async () => {
  for (const as of ['uastc', 'rgba', 'etc1s', 'zstd'] as const) {
    const bytes = await buildCompressedModel(as);
    await deliver('FBX');
    await page.route('**/artifact/*', (route) => route.fulfill({ body: Buffer.from(bytes) }));
    await deliver('GLB');
    await expect(page.locator('.inspector')).toContainText('1 × 64²');
    await page.getByRole('button', { name: 'Single map' }).click();
    await page.getByRole('menuitemradio', { name: 'Base color' }).click();
    await captureUntil(page, expectOwnColours);
    await page.keyboard.press('1');
    await page.unroute('**/artifact/*');
  }
  await deliver('FBX');
  await deliver('GLB');
});

test('two files are compared side by side and over each other', async () => {
  const alone = await look();
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: /FBX/ }).click();
  const divider = page.getByRole('slider', { name: 'Divider between A and B' });
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await divider.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '52');
  await page.getByRole('radio', { name: 'Side by side' }).click();
  await captureUntil(page, (seen) => {
    expect(colouredOnTheRight(seen)).toBeGreaterThan(200);
    expect(meanDifference(alone, seen)).toBeGreaterThan(2);
  });
  await page.keyboard.press('c');
  await expect(divider).toBeHidden();
});

test('an image of the view can be saved', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save image' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('slider.png');
  const { channels } = await sharp(await saved.path()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
});

test('the turntable turns the model until it is switched off', async () => {
  const before = await look();
  const drawnCalls = () => page.evaluate(() => drawn.calls);
  const turntable = page.getByRole('button', { name: 'Turntable', exact: true });
  await page.keyboard.press('t');
  await expect(turntable).toHaveAttribute('aria-pressed', 'true');
  const started = await drawnCalls();
  await expect.poll(drawnCalls).toBeGreaterThan(started + 40);
  await page.keyboard.press('t');
  await expect(turntable).toHaveAttribute('aria-pressed', 'false');
  expect(meanDifference(before, await look())).toBeGreaterThan(2);
  await expectIdle(page, 500);
});

test('a turn around the model is saved as a video, or cancelled', async () => {
  await page.keyboard.press('.');
  const before = await look();
  const save = page.getByRole('button', { name: 'Save turntable video' });
  const cancel = page.getByRole('button', { name: 'Stop recording' });
  const downloads: string[] = [];
  page.on('download', (each) => downloads.push(each.suggestedFilename()));
  await save.click();
  await expect(cancel).toContainText(/[1-9] %/);
  // At once: a click waits for two still frames, and the turn may be over by then.
  await cancel.dispatchEvent('click');
  await expect(save).toBeVisible();
  const download = page.waitForEvent('download');
  await save.click();
  const saved = await download;
  expect(downloads).toEqual(['slider.webm']);
  expect(await measureMotion(await readFile(await saved.path()))).toBeGreaterThan(2);
  // The camera is where it was.
  await expect(save).toBeVisible();
  expect(meanDifference(before, await look())).toBeLessThan(1);
});

test('after the graphics driver restarted the model is shown again', async () => {
  await viewerCanvas(page).evaluate((element: HTMLCanvasElement) => {
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await expect(page.getByText('The graphics driver restarted.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await ready();
  const { channels } = await sharp(await viewerCanvas(page).screenshot()).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
});

test('when the graphics driver comes back by itself, so does the model', async () => {
  await viewerCanvas(page).evaluate((element: HTMLCanvasElement) => {
    const context = element.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    Object.assign(globalThis, { restoreContext: () => context?.restoreContext() });
    context?.loseContext();
  });
  await expect(page.getByText('The graphics driver restarted.')).toBeVisible();
  await page.evaluate('restoreContext()');
  await ready();
  const first = await captureUntil(page, (seen) => expect(countColour(seen, [220, 40, 40], 60)).toBeGreaterThan(100));
  expect(meanDifference(first, await look())).toBe(0);
});

test('opening and closing models twenty times leaves nothing on the graphics card', async () => {
  await deliver('FBX');
  await deliver('GLB');
  const before = await held();
  for (let round = 0; round < 10; round++) {
    await deliver('FBX');
    await deliver('GLB');
  }
  await expect(async () => expect(await held()).toEqual(before)).toPass();
  expect(served.problems).toEqual([]);
});

test('a failure leaves the page with its cause: a request that succeeds, a connection that is back', async () => {
  let fails = true;
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket('**/ipc', (route) => {
    line = route;
    const server = route.connectToServer();
    route.onMessage((text) => {
      const { id, channel } = JSON.parse(String(text)) as { id?: number; channel?: string };
      if (!fails || channel !== 'targets:list') return server.send(text);
      const error = { code: 'offline', subject: null, detail: '', retryable: true, requestId: null };
      route.send(JSON.stringify({ id, reply: { ok: false, error } }));
    });
  });
  await page.reload();
  await page.keyboard.press('Shift+Digit4');
  const failure = page.getByRole('heading', { name: 'Messages' });
  await expect(failure).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Scan again' }).click();
  await expect(failure).toBeHidden();

  await page.keyboard.press('Shift+Digit1');
  await ready();
  await page.route('**/artifact/*', (route) => route.abort());
  await choose('FBX');
  await expect(page.getByText('Could not open this model')).toBeVisible();
  await page.unroute('**/artifact/*');
  await line?.close();
  await ready();
});

test('a file that crashed or froze the page is opened again on request only', async () => {
  const opening = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('dropforge-viewer-opening'));
  // The file never arrives, and a page that crashes or hangs removes nothing when it ends.
  await page.route('**/artifact/*', () => undefined);
  await page.reload();
  await expect(async () => expect(await opening()).not.toBeNull()).toPass();
  await page.evaluate(() => (Storage.prototype.removeItem = () => undefined));
  await page.reload();
  await expect(page.getByText('The window crashed or froze while it opened this file')).toBeVisible();
  await page.unroute('**/artifact/*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await ready();
  await expect(async () => expect(await opening()).toBeNull()).toPass();

  await page.route('**/artifact/*', () => undefined);
  await page.reload();
  await expect(async () => expect(await opening()).not.toBeNull()).toPass();
  await page.unroute('**/artifact/*');
  await page.reload();
  await ready();
});

test('a file whose opening ended with its view is opened when the view is back', async () => {
  await page.keyboard.press('Shift+Digit4');
  await expect(viewerCanvas(page)).toHaveCount(0);
  // The graphics card never finishes, so the view is left after its model was read and before it is shown.
  await page.evaluate(() => {
    const gl = WebGL2RenderingContext.prototype;
    const { fenceSync, getSyncParameter } = gl;
    const fences = { count: 0 };
    gl.fenceSync = function counted(...given) {
      fences.count++;
      return fenceSync.apply(this, given);
    };
    gl.getSyncParameter = () => gl.UNSIGNALED;
    Object.assign(globalThis, { fences, resumeGpu: () => Object.assign(gl, { fenceSync, getSyncParameter }) });
  });
  await page.keyboard.press('Shift+Digit1');
  // One fence is of the view without a model.
  await expect.poll(() => page.evaluate('fences.count')).toBeGreaterThan(1);
  await expect(viewerCanvas(page)).toHaveAttribute('data-ready', 'false');
  await page.keyboard.press('Shift+Digit4');
  await expect(viewerCanvas(page)).toHaveCount(0);
  await page.evaluate('resumeGpu()');
  await page.keyboard.press('Shift+Digit1');
  await ready();
});

/** Runs in the page: `pictures` becomes the next frame in motion and the still after it, RGBA, as they are on the canvas. */
function watchPictures(): void {
  const gl = WebGL2RenderingContext.prototype;
  const { drawElements, drawArrays, blitFramebuffer } = gl;
  let moving: number[] = [];
  const read = (context: WebGL2RenderingContext): number[] => {
    const texels = new Uint8Array(context.drawingBufferWidth * context.drawingBufferHeight * 4);
    const from = context.getParameter(context.READ_FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
    context.bindFramebuffer(context.READ_FRAMEBUFFER, null);
    context.readPixels(0, 0, context.drawingBufferWidth, context.drawingBufferHeight, 0x1908, 0x1401, texels);
    context.bindFramebuffer(context.READ_FRAMEBUFFER, from);
    return [...texels];
  };
  const onCanvas = (context: WebGL2RenderingContext) => context.getParameter(context.FRAMEBUFFER_BINDING) === null;
  gl.drawElements = function drawn(...given) {
    drawElements.apply(this, given);
    if (onCanvas(this)) moving = read(this);
  };
  gl.drawArrays = function drawn(...given) {
    drawArrays.apply(this, given);
    if (onCanvas(this)) moving = read(this);
  };
  const pictures = new Promise<number[][]>((resolve) => {
    gl.blitFramebuffer = function copied(...given) {
      blitFramebuffer.apply(this, given);
      // A rest from before the key was pressed.
      if (moving.length === 0) return;
      Object.assign(gl, { drawElements, drawArrays, blitFramebuffer });
      resolve([moving, read(this)]);
    };
  });
  Object.assign(globalThis, { pictures });
}

/** How far the frames of a video are from its first one at most, in mean levels of 255; a page plays it. */
async function measureMotion(video: Buffer): Promise<number> {
  const context = await page.context().browser()!.newContext();
  try {
    const player = await context.newPage();
    return await player.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const shown = document.createElement('video');
      Object.assign(shown, { muted: true, src: URL.createObjectURL(new Blob([bytes], { type: 'video/webm' })) });
      const drawing = new OffscreenCanvas(64, 48).getContext('2d', { willReadFrequently: true })!;
      let first: Uint8ClampedArray | null = null;
      let most = 0;
      const compare = (): void => {
        drawing.drawImage(shown, 0, 0, 64, 48);
        const { data } = drawing.getImageData(0, 0, 64, 48);
        const from = (first ??= data);
        most = Math.max(
          most,
          data.reduce((sum, level, at) => sum + Math.abs(level - (from[at] ?? 0)), 0) / data.length,
        );
        shown.requestVideoFrameCallback(compare);
      };
      shown.requestVideoFrameCallback(compare);
      const ended = new Promise<void>((resolve, reject) => {
        shown.onended = () => resolve();
        shown.onerror = () => reject(new Error(shown.error?.message));
      });
      await shown.play();
      await ended;
      return most;
    }, video.toString('base64'));
  } finally {
    await context.close();
  }
}

/** Unlit: the image's own red and green, as they are in the file. */
function expectOwnColours(seen: Buffer): void {
  expect(countColour(seen, [220, 40, 40])).toBeGreaterThan(200);
  expect(countColour(seen, [40, 200, 60])).toBeGreaterThan(200);
}

/** Pixels of a model's own colours in the right half of a look, where B stands beside A. */
function colouredOnTheRight(picture: Buffer): number {
  let count = 0;
  for (let y = 0; y < 200; y++)
    for (let x = 140; x < 280; x++) {
      const [r = 0, g = 0, b = 0] = picture.subarray(3 * (280 * y + x));
      if (Math.max(r, g, b) - Math.min(r, g, b) > 60) count++;
    }
  return count;
}

const look = (): Promise<Buffer> => captureView(page);
const held = (): ReturnType<typeof countGpuResources> => countGpuResources(page);
const ready = (): Promise<void> => waitForViewer(page);
const choose = (title: string): Promise<void> => chooseOutput(page, title);
const deliver = (title: string): Promise<void> => showOutput(page, title);
