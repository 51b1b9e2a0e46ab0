import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openServedPage, type ServedPage } from './served-page.ts';

/** What a page's WebGL was asked for and holds, counted from outside. */
export interface WebGlCounters {
  calls: number;
  textures: number;
  buffers: number;
}
declare global {
  var drawn: WebGlCounters;
}

/** Size of a look. */
const [WIDTH, HEIGHT] = [280, 200];

/** Opens the page of a home whose first job has a model, at a size that is soon drawn, and counts what is drawn. */
export async function openViewerPage(home: string): Promise<ServedPage> {
  const served = await openServedPage(home);
  const { page } = served;
  // A small view: pixels are what a computer without a graphics card spends its time on.
  await page.setViewportSize({ width: 1000, height: 560 });
  await page.addInitScript(countDrawing);
  await page.reload();
  await waitForViewer(page);
  return served;
}

/** The 3D view of the page. */
export function viewerCanvas(page: Page): Locator {
  return page.locator('canvas[data-ready]');
}

/** Returns when a model is shown. */
export async function waitForViewer(page: Page): Promise<void> {
  await page.locator('canvas[data-ready="true"]').waitFor();
}

/** Chooses an output of the shown job by its format's title, and waits until it is shown. */
export async function showOutput(page: Page, title: string): Promise<void> {
  await chooseOutput(page, title);
  await waitForViewer(page);
}

/** Chooses an output of the shown job by its format's title. */
export async function chooseOutput(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /original file. Choose/ }).click();
  await page.getByRole('menuitemradio', { name: new RegExp(`^${title} `) }).click();
  await page.getByRole('button', { name: `${title} original file` }).waitFor();
}

/** How many frames in a row have nothing to come before the view counts as still: what is asked of it may take one. */
const STILL_FRAMES = 3;

/** The view once it has come to rest, as RGB of a small size. */
export async function captureView(page: Page): Promise<Buffer> {
  await page.evaluate(async (wanted) => {
    for (let still = 0; still < wanted;) {
      await new Promise(requestAnimationFrame);
      still = document.querySelector('canvas[data-still="true"]') ? still + 1 : 0;
    }
  }, STILL_FRAMES);
  return sharp(await viewerCanvas(page).screenshot())
    .removeAlpha()
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Looks at the view until what is expected of it holds; that look. */
export async function captureUntil(page: Page, expected: (look: Buffer) => void): Promise<Buffer> {
  let look: Buffer = Buffer.alloc(0);
  await expect(async () => {
    look = await captureView(page);
    expected(look);
  }).toPass();
  return look;
}

/** Expects that the view comes to a rest in which nothing is drawn for so long. */
export async function expectIdle(page: Page, ms: number): Promise<void> {
  await expect(async () => {
    await captureView(page);
    const [before, after] = await page.evaluate(async (wait) => {
      const calls = drawn.calls;
      await new Promise((resolve) => setTimeout(resolve, wait));
      return [calls, drawn.calls];
    }, ms);
    expect(after).toBe(before);
  }).toPass();
}

/** What the graphics card holds for the view at rest. */
export async function countGpuResources(page: Page): Promise<Omit<WebGlCounters, 'calls'>> {
  await captureView(page);
  return page.evaluate(() => ({ textures: drawn.textures, buffers: drawn.buffers }));
}

/** Mean difference of two looks, levels of 255. */
export function meanDifference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

/** How many pixels of a look have a colour, within a number of levels. */
export function countColour(picture: Buffer, colour: readonly number[], within = 8): number {
  let count = 0;
  for (let index = 0; index < picture.length; index += 3)
    if (colour.every((value, channel) => Math.abs((picture[index + channel] ?? 0) - value) <= within)) count++;
  return count;
}

/** Runs in the page before anything else, so that what is drawn can be counted. */
function countDrawing(): void {
  const counted: WebGlCounters = { calls: 0, textures: 0, buffers: 0 };
  globalThis.drawn = counted;
  const gl = WebGL2RenderingContext.prototype;
  const hear = <Name extends keyof WebGL2RenderingContext>(name: Name, tell: () => void) => {
    const original = gl[name] as (...given: unknown[]) => unknown;
    (gl as unknown as Record<string, unknown>)[name] = function heard(this: unknown, ...given: unknown[]) {
      tell();
      return original.apply(this, given);
    };
  };
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced'] as const)
    hear(name, () => counted.calls++);
  hear('createTexture', () => counted.textures++);
  hear('deleteTexture', () => counted.textures--);
  hear('createBuffer', () => counted.buffers++);
  hear('deleteBuffer', () => counted.buffers--);
}
