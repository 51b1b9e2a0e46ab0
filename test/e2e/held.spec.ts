import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { runCli } from '../cli/commands/run-cli.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { pressWhenShown } from '../helpers/page/press-when-shown.ts';
import { routeCalls } from '../helpers/page/route-calls.ts';
import { openServedPage, pointAtToasts, rowOf, shownOrder, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-held-'));
  const home = ['--home', path.join(folder, 'home')];
  await runCli(['services', 'rehearsal', 'on', ...home]);
  await runCli(['folders', 'add', path.join(folder, 'Props'), ...home]);
  for (const name of ['chair', 'crate', 'door', 'lamp', 'mug'])
    await writeSampleImage(path.join(folder, 'Props'), `${name}.png`, 60 + name.length);
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('what costs and came out of a hot folder is held in the queue, row by row, until somebody says yes', async () => {
  const { page, problems } = served;
  const bar = page.getByRole('status').filter({ hasText: 'Props: 5 jobs need confirmation.' });
  await expect(bar.getByRole('button', { name: 'Confirm 5, 600.00' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'crate.png, needs confirmation, 120.00 estimate' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('5 need attention');
  await expect(page.getByRole('row').filter({ hasText: 'Needs confirmation' }).locator('img:visible')).toHaveCount(5);
  expect(await findAccessibilityViolations(page)).toEqual([]);

  // Nothing is lost, and nothing spent, where the page begins anew.
  await page.reload();
  await pointAtToasts(page);
  const skip = rowOf(page, 'crate.png').getByRole('button', { name: 'Skip' });
  await expect(skip).toBeEnabled();
  await skip.press('Enter');
  await expect(rowOf(page, 'crate.png')).toContainText('not charged');
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'crate.png')).toContainText('Needs confirmation');
  await rowOf(page, 'crate.png').getByRole('button', { name: 'Skip' }).click();
  // The row goes to another group, and those below it move up.
  await expect(rowOf(page, 'crate.png')).toContainText('not charged');
  await rowOf(page, 'mug.png').getByRole('button', { name: 'Confirm 120.00' }).click();
  await expect(rowOf(page, 'mug.png')).not.toContainText('Needs confirmation');

  await rowOf(page, 'chair.png').click();
  await rowOf(page, 'door.png').click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Confirm 2…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start 2 jobs?' });
  const act = dialog.getByRole('button', { name: /^Confirm 2 240\.00/ });
  await expect(act).toBeFocused();
  await expect(act).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm 1, 120.00' }).click();
  await expect(page.getByText('jobs need confirmation')).toHaveCount(0);
  await expect(rowOf(page, 'mug.png')).toContainText('120.00 charged');
  // An image is put away after its job's last word, so its folder may not be there yet.
  await expect.poll(() => existsSync(path.join(folder, 'Props/done/mug.png'))).toBe(true);
  await expect.poll(() => existsSync(path.join(folder, 'Props/failed/crate.png'))).toBe(true);
  expect(problems).toEqual([]);
});

test('a double click, or a key held down, confirms one job, or one folder', async () => {
  await served.close();
  await runCli(['folders', 'add', path.join(folder, 'Signs'), '--home', path.join(folder, 'home')]);
  for (const name of ['arrow', 'stop']) await writeSampleImage(path.join(folder, 'Signs'), `${name}.png`, 90);
  served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  const calls = await routeCalls(page);
  await page.reload();
  const bar = page.getByRole('status').filter({ hasText: /needs? confirmation/ });
  await expect(bar).toContainText('1 more');
  const confirmation = page.getByRole('button', { name: 'Confirm 120.00' });
  const rows = page.getByRole('row').filter({ has: confirmation });
  await expect(rows).toHaveCount(7);
  const [first = '', second = '', third = ''] = await shownOrder(page);
  const idOf = async (name: string) => (await rowOf(page, name).getAttribute('id'))?.replace('job-', '');
  const confirmed = [await idOf(first), await idOf(second)];

  await rowOf(page, first).getByRole('button', { name: 'Confirm 120.00' }).dblclick({ delay: 100 });
  await expect(rows).toHaveCount(6);
  // The row below has moved to where the pointer is, and its button works on its own.
  await rowOf(page, second).getByRole('button', { name: 'Confirm 120.00' }).click();
  await expect(rows).toHaveCount(5);
  expect(calls.sent('queue:confirm').flatMap(({ ids }) => ids)).toEqual(confirmed);

  // A key that is held down is pressed again and again, also on the button of the dialog that it opened.
  await rowOf(page, third).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Confirm 2…' }).focus();
  await page.keyboard.down('Enter');
  const act = page.getByRole('dialog', { name: 'Start 2 jobs?' }).getByRole('button', { name: /^Confirm 2/ });
  await expect(act).toBeFocused();
  await expect(act).toBeEnabled();
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await act.press('Escape');
  await expect(act).toHaveCount(0);
  expect(calls.sent('queue:confirm')).toHaveLength(2);

  await bar.getByRole('button', { name: /^Confirm \d/ }).dblclick({ delay: 100 });
  await expect(bar).not.toContainText('more');
  expect(calls.sent('folders:approve')).toHaveLength(1);
  await expect(rows).not.toHaveCount(0);
});

test('a double click on a button does nothing to the one that takes its place', async () => {
  const { page } = served;
  const calls = await routeCalls(page);
  await page.reload();
  await rowOf(page, 'chair.png').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  const act = details.getByRole('button', { name: 'Confirm 120.00' });
  await expect(act).toBeEnabled();
  // The second click of a double click, as soon as another button is there.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const buttons = [...document.querySelectorAll('aside button')];
      const cancel = buttons.find(({ textContent }) => textContent === 'Cancel job');
      if (!cancel) return;
      observer.disconnect();
      cancel.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
      document.body.dataset['clicked'] = 'true';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await act.click();
  await expect(page.locator('body[data-clicked]')).toBeVisible();
  await expect(rowOf(page, 'chair.png')).toContainText('120.00 charged');
  expect(calls.sent('queue:confirm')).toHaveLength(1);
  expect(calls.sent('queue:cancel')).toEqual([]);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('Ctrl+Enter confirms a price only after it was shown for half a second', async () => {
  const { page } = served;
  const calls = await routeCalls(page);
  await page.reload();
  calls.answer('queue:confirm', ({ agreed }) => ({
    ok: false,
    error: {
      code: agreed === '500.00' ? 'disk_full' : 'needs_yes',
      subject: null,
      detail: '',
      retryable: false,
      requestId: null,
    },
  }));
  await rowOf(page, 'chair.png').click();
  await rowOf(page, 'door.png').click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Confirm 2…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start 2 jobs?' });
  await expect(dialog.getByRole('button', { name: /^Confirm 2 240\.00/ })).toBeEnabled();

  const plan = {
    free: false,
    test: true,
    jobs: 2,
    lines: [],
    total: '500.00',
    testTotal: '0.00',
    unknown: 0,
    learned: false,
  };
  const account = { balance: null, held: null, available: null, spentToday: '0.00', perDay: null };
  calls.answer('money:planHeld', () => ({
    ok: true,
    value: { ...plan, ...account, needsYes: true, confirmAbove: '0.00', over: [] },
  }));
  await pressWhenShown(page, '500.00');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('button', { name: /^Confirm 2 500\.00/ })).toBeEnabled();
  expect(calls.sent('queue:confirm').map(({ agreed }) => agreed)).toEqual(['240.00']);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('alert').filter({ hasText: 'disk' })).toBeVisible();
  expect(calls.sent('queue:confirm').map(({ agreed }) => agreed)).toEqual(['240.00', '500.00']);
});

test('a name that is asked for from the command palette is typed at once, and what was renamed is called so', async () => {
  const { page } = served;
  await expect(rowOf(page, 'chair.png')).toBeVisible();
  await rowOf(page, 'chair.png').click();
  await run(page, 'rename');
  await expectTyped(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('throne');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'throne.png')).toBeVisible();

  await page.keyboard.press('Shift+Digit3');
  await run(page, 'duplicate');
  await expectTyped(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Kiln props');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kiln props' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: /^Rename Recipe/ }).click();
  await expectTyped(page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Oven props');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Oven props' })).toBeVisible();
});

/** The field has the focus, keeps it once the palette is gone, and its text is chosen. */
async function expectTyped(field: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(field).toBeFocused();
  // Whoever takes the focus back does so within a few frames.
  await field.evaluate(async () => {
    for (let n = 0; n < 10; n++) await new Promise(requestAnimationFrame);
  });
  await expect(field).toBeFocused();
  expect(
    await field.evaluate(
      (input: HTMLInputElement) => input.selectionEnd === input.value.length && input.selectionStart,
    ),
  ).toBe(0);
}

async function run(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toHaveCount(0);
}
