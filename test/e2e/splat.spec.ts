import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { manifest } from '../../src-shared/delivery/manifest.ts';
import { runJson } from '../helpers/cli.ts';
import {
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
import { buildAnimatedModel } from '../helpers/models/animated-model.ts';
import { rowOf, type ServedPage } from '../helpers/page/served-page.ts';

test.describe.configure({ mode: 'serial' });

/** The colours of the image's upper and lower half. */
const [UPPER, LOWER] = [
  [208, 48, 48],
  [48, 96, 208],
] as const;

const RECIPE = {
  dropforge_recipe: 1,
  id: 'splats',
  version: 1,
  name: 'Splats',
  help: '',
  basedOn: null,
  takes: 'picture',
  steps: [{ operation: 'image_to_splat', params: { parameters: { splats: 8000 } }, from: null, exports: 'ply' }],
};

let folder = '';
let served: ServedPage;
let page: Page;
/** Addresses of the workers the page started. */
const workers: string[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-splat-'));
  const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
  const [recipe, picture, model] = ['splats.json', 'ball.png', 'slider.glb'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const ball = `<svg width="160" height="160"><clipPath id="c"><circle cx="80" cy="80" r="70"/></clipPath><g clip-path="url(#c)">
    <rect width="160" height="80" fill="rgb(${UPPER.join()})"/><rect y="80" width="160" height="80" fill="rgb(${LOWER.join()})"/></g></svg>`;
  await writeFile(picture, await sharp(Buffer.from(ball)).png().toBuffer());
  await writeFile(recipe, JSON.stringify(RECIPE));
  await writeFile(model, await buildAnimatedModel());
  await runJson(['recipes', 'import', recipe, '--home', home]);
  for (const given of [
    [picture, '--recipe', 'splats'],
    [model, '--format', 'glb'],
  ]) {
    const made = await runJson(['make', ...given, '--home', home, '--out', out]);
    expect(made.jobs.map(({ status }) => status)).toEqual(['done']);
  }
  served = await openViewerPage(home);
  page = served.page;
  page.on('worker', (worker) => workers.push(worker.url()));
});

test.afterAll(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a splat lies in the output folder with its count and size, and as no model that programs would take', async () => {
  const found = manifest.parse(JSON.parse(await readFile(path.join(folder, 'out/ball/dropforge.json'), 'utf8')));
  const splat = found.files.find(({ format }) => format === 'ply');
  expect(splat).toMatchObject({ path: 'ball.ply', role: 'splat', splats: 8000, triangles: null, metersPerUnit: 1 });
  expect(Math.max(...splat!.dimensions!)).toBeCloseTo(1, 1);
});

test('it is shown in the colours of its image, as it is delivered, and not drawn again at rest', async () => {
  await show('ball.png');
  const shown = await captureUntil(page, expectBothColours);
  await expect(page.locator('.inspector')).toContainText('8,000');
  await expectIdle(page, 700);

  // Looked at from behind, what was far is near: the splats were sorted anew.
  await page.getByRole('button', { name: /−Z/ }).click();
  await captureUntil(page, (turned) => {
    expect(meanDifference(shown, turned)).toBeGreaterThan(1);
    expect(countColour(turned, UPPER, 14)).toBeGreaterThan(1500);
  });
});

test('the other form the service gives is shown the same', async () => {
  await showOutput(page, 'SPLAT');
  const other = await captureUntil(page, expectBothColours);
  await expect(page.locator('.inspector')).toContainText('8,000');
  await showOutput(page, 'PLY');
  await captureUntil(page, (seen) => expect(meanDifference(other, seen)).toBeLessThan(2));
});

test('what needs triangles is not offered, and says why', async () => {
  const wireframe = page.getByRole('button', { name: 'Wireframe: Not available: a splat has no triangles.' });
  await expect(wireframe).toHaveAttribute('aria-disabled', 'true');
  const before = await captureView(page);
  await wireframe.press('Enter');
  await page.keyboard.press('4');
  await expect(page.locator('.foot')).toContainText('Not available: a splat has no triangles.');
  await page.keyboard.press('1');
  await captureUntil(page, (seen) => expect(meanDifference(before, seen)).toBeLessThan(0.5));
});

test('it is compared with a mesh', async () => {
  const alone = await captureView(page);
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: /slider/ }).click();
  await page.getByRole('radio', { name: 'Side by side' }).click();
  await captureUntil(page, (both) => {
    expect(meanDifference(alone, both)).toBeGreaterThan(4);
    // Splats on the left, in their own colours; the mesh on the right, in light.
    expect(countColour(both, UPPER, 14)).toBeGreaterThan(300);
  });
  await page.keyboard.press('c');
  await captureUntil(page, (seen) => expect(meanDifference(alone, seen)).toBeLessThan(0.5));
});

test('an image of it can be saved', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save image' }).click();
  const { data, info } = await sharp(await (await download).path())
    .removeAlpha()
    .resize(280, 200, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  expect(countColour(data, UPPER, 14)).toBeGreaterThan(1000);
});

test('a PLY that holds no splats, or not all of them, is said in words', async () => {
  const whole = await readFile(path.join(folder, 'out/ball/ball.ply'));
  const mesh = whole.toString('latin1').replaceAll(/scale_\d/g, 'other_0');
  for (const [body, words] of [
    [Buffer.from(mesh, 'latin1'), 'This PLY contains a mesh or points but no Gaussian splats'],
    [whole.subarray(0, -100), 'The file could not be read.'],
  ] as const) {
    await show('slider.glb');
    await page.route('**/artifact/*', (route) => route.fulfill({ body }));
    await rowOf(page, 'ball.png').click();
    await expect(page.locator('main')).toContainText(words);
    await page.unroute('**/artifact/*');
  }
  await show('slider.glb');
});

test('opening it again and again leaves nothing on the graphics card', async () => {
  await show('ball.png');
  await show('slider.glb');
  const before = await countGpuResources(page);
  for (let round = 0; round < 3; round++) {
    await show('ball.png');
    await show('slider.glb');
  }
  await expect(async () => expect(await countGpuResources(page)).toEqual(before)).toPass();
  expect(served.problems).toEqual([]);
});

test('its workers are files of the page: the policy lets no script come from a blob or stand in the page', async () => {
  const own = served.origin;
  expect(workers.length).toBeGreaterThan(0);
  expect(new Set(workers.map((url) => new URL(url).origin))).toEqual(new Set([own]));
  expect(workers.filter((url) => !url.startsWith(`${own}/`))).toEqual([]);
  await page.evaluate(async () => {
    const violated: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.push(effectiveDirective));
    const url = URL.createObjectURL(new Blob(['globalThis.ran = true'], { type: 'text/javascript' }));
    const fails = (start: () => EventTarget): Promise<unknown> =>
      new Promise((resolve) => start().addEventListener('error', resolve, { once: true }));
    await fails(() => new Worker(url)).catch(() => null);
    await fails(() => document.head.appendChild(Object.assign(document.createElement('script'), { src: url })));
    document.head.appendChild(
      Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }),
    );
    Object.assign(globalThis, { violated });
  });
  // Of what was refused the page is told in turns of their own.
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { violated: string[] }).violated.toSorted()))
    .toEqual(['script-src-elem', 'script-src-elem', 'worker-src']);
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
});

function expectBothColours(seen: Buffer): void {
  expect(countColour(seen, UPPER, 14)).toBeGreaterThan(1500);
  expect(countColour(seen, LOWER, 14)).toBeGreaterThan(1500);
}

/** Shows the model of another job than the one that is shown. */
async function show(name: string): Promise<void> {
  await rowOf(page, name).click();
  await expect(viewerCanvas(page)).toHaveAttribute('aria-label', new RegExp(name));
  await waitForViewer(page);
}
