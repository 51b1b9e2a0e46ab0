import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, type Page } from '@playwright/test';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { chooseFiles, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-money-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('nothing that costs is added without a yes, a cap pauses with its sentence, and every credit is accounted for', async () => {
  const { page, problems, warnings } = served;
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1,000.00 test credits')).toBeVisible();
  const plan = page.getByRole('dialog', { name: '1 job' });
  await expectRecipePrices(page);

  await chooseFiles(page, [await writeSampleImage(folder, 'left.png', 256)]);
  await expect(plan).toContainText('Estimate');
  await expect(plan.getByRole('row', { name: /^Model from image 110\.00/ })).toContainText('price list');
  await expect(plan.getByRole('row', { name: /^Convert 5\.00/ })).toContainText('× 2');
  await expect(plan).toContainText('120.00');
  await expect(plan).toContainText('880.00');
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Drop an image, get a model')).toBeVisible();

  await chooseFiles(page, [await writeSampleImage(folder, 'paid.png', 257)]);
  await expect(plan.getByRole('button', { name: /^Add 1 job 120\.00/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'paid.png')).toContainText('Done');
  await expect(rowOf(page, 'paid.png')).toContainText('120.00');
  await expect(page.getByRole('list', { name: 'Made from' })).toContainText('110.00');
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('110.00 charged');
  const spending = page.getByRole('button', { name: /^Today\s*120\.00/ });
  await expect(spending).toBeVisible();

  await setCap(page, '150');
  await chooseFiles(page, [await writeSampleImage(folder, 'capped.png', 258)]);
  await expect(plan).toContainText('The last job with this recipe took');
  await expect(plan).toContainText('The daily limit is 150.00. This plan would bring today’s total to 240.00.');
  await expect(plan.getByRole('button', { name: /^Add 1 job 120\.00/ })).toBeDisabled();
  await plan.getByRole('button', { name: 'Add all anyway 120.00' }).click();
  await expect(rowOf(page, 'capped.png')).toContainText('Daily limit reached');
  await rowOf(page, 'capped.png').click();
  await expect(page.getByRole('alert')).toContainText('The daily limit of 150.00 credits is reached');
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');

  await spending.click();
  const orders = page.getByRole('tabpanel', { name: 'Tasks from this computer' });
  await expect(orders.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('complementary', { name: 'Limits and API key' })).toContainText('30.00 left today');
  const saved = page.waitForEvent('download');
  await orders.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.includes(',110.00,110.00,'))).toHaveLength(1);
  await page.keyboard.press('Escape');

  // Each step that would exceed the limit is confirmed separately.
  for (let step = 0; step < 3; step++) {
    await expect(rowOf(page, 'capped.png')).toContainText('Daily limit reached');
    const paused = await rowOf(page, 'capped.png').innerText();
    await page.getByRole('button', { name: 'Resume beyond the limit' }).click();
    // A fast step is over at once, and the next one waits already.
    await expect.poll(() => rowOf(page, 'capped.png').innerText()).not.toBe(paused);
  }
  await expect(rowOf(page, 'capped.png')).toContainText('Done');
  await expect(page.getByText('760.00 test credits')).toBeVisible();

  await rowOf(page, 'capped.png').click();
  await page.keyboard.press('Shift+R');
  const again = page.getByRole('alertdialog');
  await expect(again).toContainText('about 120.00');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'capped.png')).toHaveCount(1);
  await page.keyboard.press('Shift+R');
  await again.getByRole('button', { name: 'Generate 120.00' }).click();
  await expect(rowOf(page, 'capped.png').first()).toContainText('Daily limit reached');
  await setCap(page, '500');
  for (const row of await rowOf(page, 'capped.png').all()) await expect(row).toContainText('Done');
  await expect(page.getByText('640.00 test credits')).toBeVisible();
  await expectWaysOut(page, folder);
  expect([...problems, ...warnings]).toEqual([]);
});

/** The composer's recipe and every recipe in its list have their estimated price. */
async function expectRecipePrices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Recipe: Draft, estimate 120.00' }).click();
  const recipes = page.getByRole('radiogroup', { name: 'Recipes' });
  await expect(page.getByText('Estimate per job')).toBeVisible();
  await expect(recipes.getByRole('radio', { name: 'Draft' })).toHaveAccessibleDescription(/^120\.00/);
  await expect(recipes.getByRole('radio', { name: 'Game' })).toHaveAccessibleDescription(/^60\.00/);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-popover.png` });
  await page.keyboard.press('Escape');
}

/** One sheet shows what exceeds the limits and what fits; nothing chosen in it outlives it. */
async function expectWaysOut(page: Page, folder: string): Promise<void> {
  const files = await Promise.all(
    ['one', 'two', 'three'].map((name, at) => writeSampleImage(folder, `${name}.png`, 301 + at)),
  );
  await page.locator('input[type=file]').first().setInputFiles(files);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('The daily limit is 500.00. This plan would bring today’s total to 720.00.');
  await expect(sheet).toContainText('301 × 301 px');
  await expect(sheet.getByRole('button', { name: /^Add 3 jobs 360\.00/ })).toBeDisabled();
  await expect(sheet.getByText('Exceeds a limit')).toBeInViewport();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-sheet.png` });
  await page.setViewportSize({ width: 375, height: 760 });
  await expect(sheet.getByRole('button', { name: /^Add 3 jobs 360\.00/ })).toBeInViewport();
  await expect(sheet.getByRole('row', { name: /^Model from image 110\.00 × 3/ })).toContainText('330.00');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-narrow.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
  await sheet
    .getByRole('list', { name: 'Ways to stay within the limits' })
    .getByRole('button', { name: /^Add only 1 job 120/ })
    .click();
  await expect(sheet.getByRole('button', { name: /^Add 1 job 120\.00/ })).toBeEnabled();
  await expect(sheet.getByRole('region', { name: '2 sources left out to stay within the limits' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Add all', exact: true }).click();
  const cheaper = sheet.getByRole('button', { name: /^Use (?!this).* \d+\.00$/ });
  await expect(cheaper).toHaveCount(1);
  await cheaper.click();
  await expect(sheet).not.toContainText('Exceeds a limit');
  await expect(sheet.getByRole('radio', { name: 'Draft', exact: true })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Recipe: Draft/ })).toBeVisible();
  for (const name of ['one.png', 'two.png', 'three.png']) await expect(rowOf(page, name)).toHaveCount(0);
}

async function toggleRehearsal(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type('Toggle rehearsal');
  await page.keyboard.press('Enter');
}

/** Sets the cap of a day in the settings. */
async function setCap(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('Control+,');
  const field = page.getByRole('textbox', { name: 'Daily limit', exact: true });
  await field.fill('a lot');
  await field.press('Tab');
  await expect(page.getByText('Enter an amount such as 50 or 12.50.')).toBeVisible();
  await field.fill(amount);
  await field.press('Tab');
  await expect(field).toHaveValue(`${amount}.00`);
  await page.keyboard.press('Escape');
}

/** What the queue stores of jobs whose amount has a long meaning: without confirmation, and charged and held. */
const LONG_MEANINGS = {
  doubt: `json_set(doc, '$.status', 'unknown', '$.free', json('false'))`,
  half: `json_set(doc, '$.status', 'paused', '$.free', json('false'), '$.serviceKind', 'local', '$.step', 2,
    '$.steps[0].creditsConsumed', '1110.00', '$.steps[2].status', 'running', '$.steps[2].creditsConsumed', json('null'))`,
};

/** Those of a locator that are cut, or that lie under the detail or the name beside them. */
async function findCutMeanings(page: Page): Promise<string[]> {
  return page.locator('[role=row][id^=job-]').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const [amount, meaning] = [row.querySelector('.amount')!, row.querySelector('.meaning')!];
      const others = [...row.querySelectorAll('.name, .state, .what')].filter((other) => other.checkVisibility());
      const isOver = (text: Element, other: Element): boolean => {
        const [one, two] = [text.getBoundingClientRect(), other.getBoundingClientRect()];
        return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
      };
      const isCut = meaning.scrollWidth > meaning.clientWidth || amount.scrollWidth > amount.clientWidth;
      const left = Math.min(...[amount, meaning].map((text) => text.getBoundingClientRect().left));
      return isCut || left < 0 || others.some((other) => isOver(meaning, other)) ? [row.textContent] : [];
    }),
  );
}

test('the meaning of an amount is not cut, two amounts included, at any width in both languages', async () => {
  for (const name of ['doubt', 'half']) {
    await chooseFiles(served.page, [await writeSampleImage(folder, `${name}.png`, 256 + name.length)]);
    await expect(rowOf(served.page, name)).toContainText('Done');
  }
  await served.close();
  const database = new DatabaseSync(path.join(folder, 'home', 'queue.db'));
  for (const [name, doc] of Object.entries(LONG_MEANINGS))
    database.exec(`update jobs set doc = ${doc} where json_extract(doc, '$.name') like '${name}%'`);
  // They reserved nothing, because the jobs were free.
  database.exec('delete from intents');
  database.close();
  served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  for (const [language, meanings] of Object.entries({
    English: ['charge unconfirmed', 'charged · 5.00 held'],
    简体中文: ['扣费待确认', '已扣 · 5.00 冻结'],
  })) {
    await page.keyboard.press('Control+,');
    await page.getByRole('radio', { name: language }).click();
    await page.keyboard.press('Escape');
    for (const meaning of meanings) await expect(page.locator('.meaning', { hasText: meaning })).toBeVisible();
    for (const width of [320, 375, 719, 720, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => findCutMeanings(page)).toEqual([]);
    }
  }
});

test('exports of several models are confirmed once, by their total', async () => {
  const { page, problems } = served;
  await toggleRehearsal(page);
  await expect(page.getByText('1,000.00 test credits')).toBeVisible();
  const names = ['left.png', 'right.png'];
  await chooseFiles(page, await Promise.all(names.map((name, at) => writeSampleImage(folder, name, 256 + at))));
  for (const name of names) await expect(rowOf(page, name)).toContainText('Done');
  await expect(page.getByText('760.00 test credits')).toBeVisible();

  await rowOf(page, 'left.png').click();
  await rowOf(page, 'right.png').click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Export 2 as…' }).click();
  await page.getByRole('menuitem', { name: 'OBJ' }).click();
  const question = page.getByRole('alertdialog', { name: 'Export 2 models as OBJ?' });
  await expect(question).toContainText('This starts 2 conversions of finished models. You will be charged about 10.00');
  await question.getByRole('button', { name: 'Export 10.00' }).click();
  await expect(page.getByText('750.00 test credits')).toBeVisible();
  for (const name of names) await expect(rowOf(page, name)).toContainText('Done');
  expect(problems).toEqual([]);
});

test('an open operation shows what it costs after the service changes, and orders nothing by the old plan', async () => {
  const { page, problems, warnings } = served;
  await chooseFiles(page, [await writeSampleImage(folder, 'form.png', 256)]);
  await expect(rowOf(page, 'form.png')).toContainText('Done');
  await rowOf(page, 'form.png').click();
  await page.keyboard.press('Shift+O');
  const list = page.getByRole('region', { name: 'Operations', exact: true });
  await list.getByRole('button', { name: /^Decimate free/ }).click();
  const form = page.getByRole('region', { name: 'Decimate', exact: true });
  await expect(form.getByRole('button', { name: 'Run, free' })).toBeEnabled();

  await toggleRehearsal(page);
  await expect(form).toContainText('Available credits: 1,000.00.');
  const run = form.getByRole('button', { name: /^Run \d+\.\d\d/ });
  await expect(run).toBeEnabled();
  await expect(list.getByRole('button', { name: /^Decimate \d+\.\d\d/ })).toBeVisible();
  await run.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/\d+\.\d\d/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('1,000.00 test credits')).toBeVisible();

  await toggleRehearsal(page);
  await expect(form.getByRole('button', { name: 'Run, free' })).toBeEnabled();
  await expect(form).not.toContainText('Available credits');
  await expect(list.getByRole('button', { name: /^Decimate free/ })).toBeVisible();
  expect([...problems, ...warnings]).toEqual([]);
});

test('a job whose charge is unconfirmed is sent again at the price of the question, and asks after it was given up', async () => {
  await toggleRehearsal(served.page);
  await expect(served.page.getByText('1,000.00 test credits')).toBeVisible();
  await served.page.keyboard.press('Shift+P');
  for (const name of ['again.png', 'given up.png']) {
    await chooseFiles(served.page, [await writeSampleImage(folder, name, 256 + name.length)]);
    await served.page.getByRole('button', { name: /^Add 1 job 120\.00/ }).click();
    await expect(rowOf(served.page, name)).toContainText('120.00 estimate');
  }
  await served.close();
  const database = new DatabaseSync(path.join(folder, 'home', 'queue.db'));
  database.exec(`update jobs set doc = json_set(doc, '$.status', 'unknown', '$.steps[0].status', 'unknown')`);
  database.close();

  served = await openServedPage(path.join(folder, 'home'));
  const { page } = served;
  const givenUp = rowOf(page, 'given up.png');
  await givenUp.getByRole('button', { name: 'Stop checking…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop checking' }).click();
  await givenUp.click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Retry' }).click();
  await expect(details).toContainText('An earlier task for given up.png may already have been charged');
  await expect(details).not.toContainText('Nothing was charged');
  await expect(givenUp.getByRole('button', { name: 'Confirm 120.00' })).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-given-up.png` });

  const again = rowOf(page, 'again.png');
  await again.getByRole('button', { name: 'Send again…' }).click();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}-again.png` });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again 120.00' }).click();
  await page.keyboard.press('Shift+P');
  await expect(again).toContainText('Done');
  await expect(page.getByText('880.00 test credits')).toBeVisible();
  await givenUp.getByRole('button', { name: 'Confirm 120.00' }).click();
  await expect(givenUp).toContainText('Done');
  await expect(page.getByText('760.00 test credits')).toBeVisible();
});
