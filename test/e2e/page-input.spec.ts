import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import type { Job } from '../../src-shared/jobs/job.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openAppPage, type AppPage } from '../helpers/page/app-page.ts';
import { pressWhenShown } from '../helpers/page/press-when-shown.ts';
import { routeCalls, type RoutedCalls } from '../helpers/page/route-calls.ts';
import { buildJob } from '../renderer/build-job.ts';

const REFUSAL = {
  ok: false,
  error: { code: 'disk_full', subject: null, detail: '', retryable: true, requestId: null },
} as const;

let folder = '';
let opened: AppPage;
let page: Page;
let calls: RoutedCalls;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-input-'));
  const recipes = path.join(folder, 'home/recipes');
  await mkdir(recipes, { recursive: true });
  for (const id of ['import', 'save', 'undo']) await writeFile(path.join(recipes, `${id}.json`), toRecipe(id));
  opened = await openAppPage(path.join(folder, 'home'), {});
});
test.afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});
test.beforeEach(async () => {
  await opened.page.unrouteAll();
  page = opened.page;
  calls = await routeCalls(page);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Service: This computer, ready/ })).toBeVisible();
});
test.afterEach(() => {
  expect(opened.problems).toEqual([]);
});

function toRecipe(id: string): string {
  const steps = [{ operation: 'image_to_model', params: { model: 'P1-20260311' }, exports: 'glb' }];
  return JSON.stringify({ dropforge_recipe: 1, id, version: 1, name: id, help: '', takes: 'picture', steps });
}

async function choose(...files: readonly string[]): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(files);
}

/** Presses a key that an input method composes with. */
async function pressComposing(key: string): Promise<void> {
  await page.evaluate((pressed) => {
    const init = { key: pressed, isComposing: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
  }, key);
}

test('Ctrl+Enter orders what the topmost dialog shows, at the price that it shows', async () => {
  calls.answer('queue:add', () => ({ ok: true, value: [] }));
  await choose(await writeSampleImage(folder, 'one.png', 90), await writeSampleImage(folder, 'two.png', 92));
  const sheet = page.getByRole('dialog').filter({ hasText: 'one.png' });
  const add = sheet.getByRole('button', { name: /^Add 2 jobs/ });
  await expect(add).toBeEnabled();

  await writeFile(path.join(folder, 'props.dropforge-recipe'), toRecipe('props'));
  await choose(path.join(folder, 'props.dropforge-recipe'));
  const question = page.getByRole('dialog', { name: 'Import a recipe…' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).press('Control+Enter');
  await expect(question).toHaveCount(0);

  const release = calls.hold('money:plan');
  await sheet.getByRole('spinbutton', { name: 'Variants' }).fill('2');
  await expect(sheet.getByRole('button', { name: /^Add 4 jobs/ })).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  release();
  await expect(sheet.getByRole('button', { name: /^Add 4 jobs/ })).toBeEnabled();
  expect(calls.sent('queue:add')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toHaveCount(0);
  expect(calls.sent('queue:add')).toMatchObject([{ variants: 2 }]);
});

test('a number can be cleared and typed in any form', async () => {
  await choose(await writeSampleImage(folder, 'one.png', 90), await writeSampleImage(folder, 'two.png', 92));
  const variants = page.getByRole('spinbutton', { name: 'Variants' });
  await variants.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(variants).toHaveValue('');
  await page.keyboard.type('5');
  await expect(variants).toHaveValue('5');
  await expect(page.getByRole('button', { name: /^Add 10 jobs/ })).toBeEnabled();
  await variants.fill('');
  await variants.blur();
  await expect(variants).toHaveValue('5');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const place = { title: '4.2', project: null, bridge: 'current', bridgeVersion: '1', isElsewhere: false } as const;
  const blender = { name: 'blender', title: 'Blender', hasBridge: true, isInProjects: false, canTest: false };
  calls.answer('targets:list', () => ({
    ok: true,
    value: [{ ...blender, formats: ['glb'], verified: 'real', problem: null, places: [place] }],
  }));
  calls.answer('targets:settings', () => ({ ok: true, value: { formats: [], scale: 1 } }));
  calls.answer('targets:set', () => REFUSAL);
  await page.reload();
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();
  await page.keyboard.press('Shift+Digit4');
  await page.getByRole('button', { name: /Import settings/ }).click();
  const scale = page.getByRole('dialog').getByRole('spinbutton').first();
  for (const [typed, value] of [
    ['.25', 0.25],
    ['1e-3', 0.001],
  ] as const) {
    await scale.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type(typed);
    await expect(scale).toHaveValue(typed);
    await scale.press('Enter');
    await expect.poll(() => calls.sent('targets:set').at(-1)?.changes).toEqual({ scale: value });
  }
});

test('a prompt that is being added is neither added again nor cleared while another is typed', async () => {
  calls.answer('queue:add', () => ({ ok: true, value: [] }));
  const release = calls.hold('sources:describe');
  const field = page.locator('#describe');
  await field.fill('a chair');
  await field.press('Enter');
  await field.press('Enter');
  await field.pressSequentially(' and a lamp');
  release();
  await expect.poll(() => calls.sent('queue:add').length).toBe(1);
  await expect(field).toHaveValue('a chair and a lamp');
  expect(calls.sent('sources:describe')).toHaveLength(1);

  // Text pasted elsewhere is added to it.
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'on a rug');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(field).toHaveValue('a chair and a lamp on a rug');
});

test('a sheet whose price has risen can be confirmed only after the new one was shown for half a second', async () => {
  const risen = { code: 'needs_yes', subject: null, detail: '', retryable: false, requestId: null } as const;
  calls.answer('queue:add', ({ agreed }) =>
    agreed === '500.00' ? { ok: true, value: [] } : { ok: false, error: risen },
  );
  await choose(await writeSampleImage(folder, 'one.png', 90), await writeSampleImage(folder, 'two.png', 92));
  const sheet = page.getByRole('dialog').filter({ hasText: 'one.png' });
  await expect(sheet.getByRole('button', { name: /^Add 2 jobs/ })).toBeEnabled();
  const cost = { free: false, test: true, total: '500.00', testTotal: '0.00', unknown: 0, learned: false };
  const account = { balance: null, held: null, available: null, spentToday: '0.00', perDay: null };
  const batch = { jobs: 2, lines: [], over: [], sources: 2, takes: [], leftOut: [] };
  calls.answer('money:plan', () => ({
    ok: true,
    value: { ...cost, ...account, ...batch, needsYes: true, confirmAbove: '0.00' },
  }));
  await pressWhenShown(page, '500.00');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByRole('button', { name: /^Add 2 jobs 500\.00/ })).toBeEnabled();
  expect(calls.sent('queue:add')).toHaveLength(1);
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toHaveCount(0);
  expect(calls.sent('queue:add').map(({ agreed }) => agreed)).toEqual(['0.00', '500.00']);
});

test('a sheet that is planned again for a changed balance can be confirmed, and keeps the focus', async () => {
  calls.answer('queue:add', () => ({ ok: true, value: [] }));
  await choose(await writeSampleImage(folder, 'one.png', 90), await writeSampleImage(folder, 'two.png', 92));
  const sheet = page.getByRole('dialog').filter({ hasText: 'one.png' });
  const add = sheet.getByRole('button', { name: /^Add 2 jobs/ });
  await expect(add).toBeFocused();
  const release = calls.hold('money:plan');
  const before = calls.sent('money:plan').length;
  const service = { kind: 'local', status: 'ready', free: true, balance: null, held: '1.00', error: null } as const;
  calls.push('account:changed', { service, today: { charged: '0.00', back: '0.00', held: '1.00', test: false } });
  await expect.poll(() => calls.sent('money:plan').length).toBe(before + 1);
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  release();
  expect(calls.sent('queue:add')).toHaveLength(1);
});

test('the list stays where it was scrolled to, and “Clear list” clears what a search found', async () => {
  const jobs = Array.from({ length: 60 }, (_, at): Job => {
    const name = at % 20 === 5 ? `chair-${at}.png` : `mug-${at}.png`;
    return buildJob({ id: `job-${at}`, name, status: 'failed', hasThumbnail: false, finishedAt: 1000 - at });
  });
  calls.push('queue:changed', { jobs, removed: [] });
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '61');
  await page.locator('#job-job-0').click();
  await grid.evaluate((list) => (list.scrollTop = 900));
  const newer = buildJob({ id: 'new', status: 'failed', hasThumbnail: false, finishedAt: 2000 });
  calls.push('queue:changed', { jobs: [newer], removed: [] });
  await expect(grid).toHaveAttribute('aria-rowcount', '62');
  expect(await grid.evaluate((list) => list.scrollTop)).toBe(900);
  // A new lead is scrolled into view.
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#job-job-1')).toBeFocused();
  await expect(page.locator('#job-job-1')).toBeInViewport();

  // A key that is held down removes one job, not one after another.
  calls.answer('queue:remove', ({ ids }) => ({ ok: true, value: ids }));
  for (let times = 0; times < 4; times++) await page.keyboard.down('Delete');
  await page.keyboard.up('Delete');
  await expect(page.locator('#job-job-1')).toHaveCount(0);
  await expect(page.locator('#job-job-2')).toHaveAttribute('aria-selected', 'true');
  expect(calls.sent('queue:remove')).toEqual([{ ids: ['job-1'] }]);

  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: /Search/ }).fill('chair');
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: 'Clear list' }).click();
  await expect.poll(() => calls.sent('queue:remove').length).toBe(2);
  expect(calls.sent('queue:remove')[1]?.ids.toSorted()).toEqual(['job-25', 'job-45', 'job-5']);
  calls.push('queue:changed', { jobs: [], removed: [...jobs.map(({ id }) => id), 'new'] });
});

test('controls show the choice that is in effect after another one was refused', async () => {
  calls.answer('settings:set', () => REFUSAL);
  await page.keyboard.press('Control+,');
  const rehearsal = page.getByRole('checkbox', { name: 'Rehearsal mode' });
  await rehearsal.click();
  await page.getByRole('radio', { name: 'Light', exact: true }).click();
  await expect.poll(() => calls.sent('settings:set').length).toBe(2);
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
  await expect(rehearsal).toHaveAttribute('aria-checked', 'false');
  await expect(page.getByRole('radio', { name: 'Light', exact: true })).toHaveAttribute('aria-checked', 'false');
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).click();

  // The cloud needs a key, which is cancelled.
  const cloud = page.getByRole('region', { name: 'Settings' }).getByRole('radio', { name: 'Cloud' }).first();
  await cloud.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(cloud).toHaveAttribute('aria-checked', 'false');
});

test('keys of an input method do nothing to the page', async () => {
  await page.keyboard.press('Shift+Digit3');
  await page.getByRole('navigation', { name: 'Recipes' }).getByRole('button', { name: /^Game/ }).click();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('yao');
  await pressComposing('Enter');
  await pressComposing('Escape');
  await expect(name).toBeFocused();
  expect(calls.sent('recipes:duplicate')).toEqual([]);
  await name.press('Escape');

  await page.keyboard.press('Control+,');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('key');
  await pressComposing('Escape');
  await expect(search).toHaveValue('key');
  await search.press('Escape');
  await expect(search).toHaveValue('');
});

test('recipes with the names of commands leave the command palette usable', async () => {
  await page.keyboard.press('Shift+Digit3');
  await expect(page.getByRole('navigation', { name: 'Recipes' }).getByRole('button', { name: /^undo/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  for (const id of ['import', 'save', 'undo']) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`Use recipe: ${id}`);
    await expect(page.getByRole('option', { name: `Use recipe: ${id}` })).toBeVisible();
  }
  await page.keyboard.press('Escape');
});
