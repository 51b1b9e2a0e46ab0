import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { openServedPage, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-first-project-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const projectIn = (page: Page): Locator => page.getByRole('region', { name: 'First project' });

test('the first project goes on with what is really done, from a sample to the files of a changed model', async () => {
  const { page, problems } = served;
  await page.setViewportSize({ width: 1440, height: 900 });
  const project = projectIn(page);
  const guided = page.locator('[data-guided]');
  await page.getByRole('button', { name: 'Start first project' }).click();
  await expect(project).toContainText('step 1 of 5: Drop an image on the window, or choose a sample.');
  // The control it points at is reached by keyboard, and is the real one.
  await project.getByRole('button', { name: 'Show control' }).click();
  await expect(guided).toBeFocused();
  await page.keyboard.press('Enter');

  // The model is generated meanwhile; then it is turned.
  await expect(project).toContainText('step 3 of 5');
  const canvas = page.locator('canvas[data-ready="true"]');
  await expect(canvas).toHaveAttribute('data-guided', '');
  await page.reload();
  await expect(project).toContainText('step 3 of 5');
  await expect(canvas).toBeVisible();
  await canvas.hover();
  await page.mouse.down();
  await page.mouse.move(900, 300);
  await page.mouse.up();

  await expect(project).toContainText('step 4 of 5');
  await expect(guided).toHaveText('Operations…');
  await guided.click();
  await page.getByRole('button', { name: /^Decimate/ }).click();
  await expect(guided).toHaveAttribute('data-guide', 'run');
  await page.getByRole('textbox', { name: 'Face limit' }).fill('500');
  await expect(guided).toHaveAttribute('aria-disabled', 'false');
  await guided.click();

  await expect(project).toContainText('step 5 of 5');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Export as…' }).click();
  await expect(project).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(guided).toHaveCount(0);

  // It does not come again, but can be started again.
  await page.reload();
  await expect(page.getByRole('row', { name: /fox|mug|rocket/ }).first()).toBeVisible();
  await expect(project).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('the first project is skipped, ended and declined at any time, and blocks nothing', async () => {
  const { page } = served;
  const project = projectIn(page);
  await page.getByRole('button', { name: 'Start first project' }).click();
  for (const step of [1, 2, 3, 4]) {
    await expect(project).toContainText(`step ${step} of 5`);
    await project.getByRole('button', { name: 'Skip step' }).click();
  }
  await expect(project).toContainText('step 5 of 5');
  // Every view still opens beneath it.
  await page.keyboard.press('Shift+Digit4');
  await expect(page.locator('main.folders')).toBeVisible();
  await project.getByRole('button', { name: 'End' }).click();
  await expect(project).toHaveCount(0);
  await page.keyboard.press('Shift+Digit1');
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start first project' })).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('first project');
  await page.getByRole('option', { name: /First project/ }).click();
  await expect(project).toContainText('step 1 of 5');
});
