import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { captureUntil, captureView, meanDifference, waitForViewer } from '../helpers/page/viewer-page.ts';
import { showRequest } from '../helpers/page/show-request.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

const SAMPLE = path.resolve(import.meta.dirname, '../../assets/samples/mug.png');

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-operations-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a finished model is decimated by keyboard alone: what is out of bounds is refused beside its field, with the way out', async () => {
  const { page, problems } = served;
  await chooseFiles(page, [SAMPLE]);
  await expect(rowOf(page, 'mug.png')).toContainText('Done');
  await rowOf(page, 'mug.png').click();
  await page.keyboard.press('Shift+O');

  const list = page.getByRole('region', { name: 'Operations', exact: true });
  await expect(list.getByRole('button', { name: /^Texture free/ })).toBeFocused();
  // Nothing is selected, so that nothing can be ordered by mistake.
  await expect(page.getByText('Choose an operation from the list.')).toBeVisible();
  await expect(list.locator('[aria-current]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Run, free/ })).toHaveCount(0);
  await expect(list).toContainText('Run Rig first.');
  await expect(list).toContainText('Only for results of Text to model.');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(list.getByRole('button', { name: /^Decimate/ })).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('F6');
  const form = page.getByRole('region', { name: 'Decimate' });
  await expect(form).toBeFocused();
  const faces = form.getByRole('textbox', { name: 'Face limit' });
  await tabTo(page, faces);
  await page.keyboard.type('30000');
  await expect(form).toContainText('Face limit must be 500 to 20,000 triangles; 30,000 was given.');
  await expect(faces).toHaveAttribute('aria-invalid', 'true');
  const run = form.getByRole('button', { name: /^Run/ });
  await expect(run).toBeDisabled();
  const request = await showRequest(page);
  await expect(request).toContainText('"face_limit": 30000');
  await faces.focus();
  await tabTo(page, form.getByRole('button', { name: 'Use 20,000' }));
  await page.keyboard.press('Enter');
  await expect(faces).toHaveValue('20000');
  await expect(run).toBeEnabled();
  await faces.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('900');
  await expect(request).toContainText('"face_limit": 900');
  await tabTo(page, run);
  await page.keyboard.press('Enter');

  await expect(page.getByText('Decimate finished. The viewer shows the result.')).toBeVisible();
  await expect(page.getByText('Decimate started.')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Before and after' })).toContainText('900 triangles');
  // The comparison and the view are left one after the other.
  const divider = page.getByRole('slider', { name: 'Divider between A and B' });
  await expect(divider).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(divider).toHaveCount(0);
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'mug.png')).toBeFocused();
  await expect(rowOf(page, 'mug.png')).toContainText('4 steps');
  await page.keyboard.press('Shift+O');
  await form.getByRole('button', { name: 'Defaults' }).click();
  await expect(faces).toHaveValue('');
  await form.getByRole('button', { name: 'Last used' }).click();
  await expect(faces).toHaveValue('900');
  await form.getByRole('button', { name: 'Mobile, 5k' }).click();
  await expect(faces).toHaveValue('5000');
  await expect(form.getByRole('radio', { name: 'v3.0' })).toBeChecked();
  await list.getByRole('button', { name: /^Convert/ }).click();
  await page.getByRole('button', { name: 'For 3D printing, 100 mm' }).click();
  await expect(request).toContainText(/"scale_factor": 0\.\d+/);
  const convert = page.getByRole('region', { name: 'Convert' });
  await expect(convert.getByRole('textbox', { name: 'Cut height' })).toBeVisible();
  await expect(convert.getByRole('button', { name: 'Run, free' })).toBeEnabled();

  // An open list of choices has the keys for itself: Escape closes no view, letters are no shortcuts.
  const format = convert.getByRole('combobox', { name: 'Format', exact: true });
  const usdz = convert.getByRole('option', { name: 'USDZ' });
  await format.press('Space');
  await expect(usdz).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(usdz).toBeHidden();
  await expect(format).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('u');
  await expect(usdz).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(usdz).toBeHidden();
  await expect(request).toContainText('"format": "USDZ"');
  await expect(format).toBeFocused();
  expect(problems).toEqual([]);
});

test('the same view fits a narrow window, speaks Chinese, and asks before anything that costs', async () => {
  await chooseFiles(served.page, [SAMPLE]);
  await expect(rowOf(served.page, 'mug.png')).toContainText('Done');
  const context = await served.page
    .context()
    .browser()
    ?.newContext({ locale: 'zh-CN', viewport: { width: 375, height: 740 } });
  const page = (await context?.newPage()) as Page;
  await page.goto(await served.newLink());
  await rowOf(page, 'mug.png').click();
  await page.keyboard.press('Shift+O');
  const list = page.getByRole('region', { name: '操作', exact: true });
  // Without a viewer, the model is measured for the preset with a size.
  await list.getByRole('button', { name: /格式.* 免费/ }).click();
  await page.getByRole('button', { name: '用于 3D 打印，100 mm' }).click();
  await expect(await showRequest(page)).toContainText(/"scale_factor": 0\.\d+/);
  await list.getByRole('button', { name: /^减面 免费/ }).click();
  await expect(list).toContainText('需要“绑定骨骼”的结果。');
  const form = page.getByRole('region', { name: '减面' });
  await expect(form.getByRole('switch', { name: '智能 UV' })).toHaveCount(0);
  await form.getByText('现在不可用').click();
  await expect(form).toContainText('智能 UV 只用于 v3.0。选择 v3.0，或关闭它。');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  await served.page.getByRole('button', { name: 'Settings' }).click();
  await served.page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
  await expect(served.page.getByText('1,000.00 test credits')).toBeVisible();
  await form.getByRole('button', { name: /^版本：v3\.0/ }).click();
  await form.getByRole('button', { name: '运行 35.00' }).click();
  const ask = page.getByRole('alertdialog', { name: '对 mug.png 做“减面”？' });
  await expect(ask).toContainText('35.00');
  await ask.getByRole('button', { name: '运行 35.00' }).click();
  await expect(page.getByText('“减面”已完成，正在显示新文件。')).toBeVisible();
  await context?.close();
});

test('the viewer shows in advance what fewer faces do to the model, and the checker of its UVs', async () => {
  const { page, problems, warnings } = served;
  await chooseFiles(page, [SAMPLE]);
  await expect(rowOf(page, 'mug.png')).toContainText('Done');
  await rowOf(page, 'mug.png').click();
  await page.keyboard.press('Shift+O');
  const list = page.getByRole('region', { name: 'Operations', exact: true });
  const viewer = page.getByRole('region', { name: 'Viewer' });
  const preview = viewer.getByRole('switch', { name: 'Preview' });
  await list.getByRole('button', { name: /^Decimate/ }).click();
  await waitForViewer(page);
  await expect(preview).toHaveCount(0);
  await viewer.getByRole('button', { name: 'Wireframe' }).click();
  const own = await captureView(page);

  const form = page.getByRole('region', { name: 'Decimate' });
  const slider = form.getByRole('slider', { name: 'Face limit' });
  await slider.press('Home');
  await expect(viewer).toContainText(/About 5\d\d of [\d,]+ triangles/);
  await expect(preview).toBeChecked();
  const coarse = await captureUntil(page, (seen) => expect(meanDifference(own, seen)).toBeGreaterThan(1));
  await slider.press('PageUp');
  await expect(viewer).toContainText(/About [12],\d\d\d of [\d,]+ triangles/);
  await captureUntil(page, (seen) => expect(meanDifference(coarse, seen)).toBeGreaterThan(0.5));
  // Looks include the line with the switch.
  await preview.click();
  await expect(viewer).toContainText('Off. This is the model itself.');
  const off = await captureUntil(page, (seen) => expect(meanDifference(coarse, seen)).toBeGreaterThan(1));
  await preview.click();
  await captureUntil(page, (seen) => expect(meanDifference(off, seen)).toBeGreaterThan(1));
  await preview.click();
  await captureUntil(page, (seen) => expect(meanDifference(off, seen)).toBeLessThan(0.1));
  await preview.click();
  await form.getByRole('button', { name: 'Defaults' }).click();
  await expect(preview).toHaveCount(0);
  await captureUntil(page, (seen) => expect(meanDifference(own, seen)).toBeLessThan(0.1));

  await slider.press('Home');
  await expect(viewer).toContainText('About 5');
  await form.getByRole('button', { name: 'Run, free' }).click();
  await expect(page.getByText('Decimate finished. The viewer shows the result.')).toBeVisible();
  await expect(preview).toHaveCount(0);
  await expect(form).toContainText('Finished with these settings.');
  const divider = viewer.getByRole('slider', { name: 'Divider between A and B' });
  await expect(divider).toBeVisible();
  await slider.press('ArrowRight');
  await expect(divider).toHaveCount(0);
  await expect(viewer).toContainText('The model has only 500 triangles.');

  await list.getByRole('button', { name: /^Unwrap/ }).click();
  await expect(viewer).toContainText('UV checker on the current UVs.');
  const checker = viewer.getByRole('button', { name: 'UV checker' });
  await expect(checker).toHaveAttribute('aria-pressed', 'true');
  await preview.click();
  await expect(checker).toHaveAttribute('aria-pressed', 'false');
  await preview.click();
  await expect(checker).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await waitForViewer(page);
  await expect(checker).toHaveAttribute('aria-pressed', 'false');
  expect([...problems, ...warnings]).toEqual([]);
});

/** Moves the focus forward until it is where it should be, as a person does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // What is disabled for a moment is passed by.
  await expect(target).toBeEnabled();
  for (let steps = 0; steps < 40; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
