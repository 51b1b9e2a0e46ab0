import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Output } from '../../src-shared/ipc/contract.ts';
import { LOCAL_SERVICE, type ServiceCard, type ServiceName } from '../../src-shared/ipc/views/account-view.ts';
import type { SpendingRow } from '../../src-shared/ipc/views/money-view.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { routeCalls } from '../helpers/page/route-calls.ts';
import { chooseFiles, enterCode, openServedPage, rowOf, type ServedPage } from '../helpers/page/served-page.ts';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-account-'));
  served = await openServedPage(path.join(folder, 'home'), { allow: [folder] });
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('what the service charged is shown by day and task, narrowed, saved, and named free where it was', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Shift+Digit5');
  await expect(page.getByText('No tasks yet.', { exact: false })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Services' })).toContainText('Free');

  await page.keyboard.press('Shift+Digit1');
  await chooseFiles(page, [await writeSampleImage(folder, 'free.png', 256)]);
  await expect(rowOf(page, 'free.png')).toContainText('Done');
  await page.keyboard.press('Shift+Digit5');
  const table = page.getByRole('region', { name: 'Usage' });
  await expect(table.getByRole('row').filter({ hasText: 'free.png' }).first()).toContainText('free');
  await expect(page.getByText('All tasks were free.')).toBeVisible();

  await page.keyboard.press('Control+,');
  await page.getByRole('checkbox', { name: 'Rehearsal mode' }).click();
  await page.keyboard.press('Shift+Digit1');
  await expect(page.getByText('1,000.00 test credits')).toBeVisible();
  await chooseFiles(page, [await writeSampleImage(folder, '=1+1.png', 257)]);
  await expect(page.getByRole('button', { name: /^Add 1 job/ })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, '=1+1.png')).toContainText('Done');

  await page.keyboard.press('Shift+Digit5');
  await expect(page.getByRole('list', { name: 'Services' })).toContainText('880.00 test credits');
  const model = table.getByRole('row').filter({ hasText: '=1+1.png' }).filter({ hasText: 'Model' });
  await expect(model).toContainText('110.00');
  await expect(
    page.getByRole('contentinfo').or(page.locator('footer')).filter({ hasText: 'Filtered total' }),
  ).toContainText('120.00');

  // The chart: a bar for today, by keyboard, which narrows the table to that day and back.
  const today = page.getByRole('button', { name: /: 120\.00 · Model 110\.00 · Convert 10\.00/ });
  await today.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /: 0\.00$/ }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(table).toContainText('No matching rows.');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(model).toBeVisible();
  await page.getByRole('button', { name: /^Show all days/ }).click();
  await page.getByRole('radio', { name: 'Recipe' }).click();
  await expect(page.getByRole('button', { name: /: 120\.00 · Draft 120\.00/ })).toBeVisible();
  await expect(page.getByRole('table', { name: /Credits by day/ }).getByRole('row')).toHaveCount(2);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Digit5');
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('convert_model');
  await expect(model).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search by job, task ID or operation' }).fill('1+1');
  await expect(table.getByRole('row')).toHaveCount(3);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`"'=1+1.png"`);

  // Its own limits, and the way to the job.
  const cap = page.getByRole('textbox', { name: 'Daily limit', exact: true });
  await cap.fill('150');
  await cap.press('Tab');
  await expect(page.getByRole('complementary', { name: 'Limits and API key' })).toContainText('30.00 left today');
  await table.getByRole('button', { name: 'Show =1+1.png' }).first().click();
  await expect(rowOf(page, '=1+1.png')).toHaveAttribute('aria-selected', 'true');
  expect(problems).toEqual([]);
});

test('a service is added, refused with the way out, and the view stays whole on a phone and in Chinese', async () => {
  const { page, problems } = served;
  await page.keyboard.press('Shift+Digit5');
  await page.getByRole('button', { name: 'Add service…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add service' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('studio');
  await dialog.getByRole('textbox', { name: 'Region address' }).fill('http://127.0.0.1:9');
  await dialog.getByLabel('API key').fill('sk_not_a_real_key');
  await dialog.getByText('Studio in the local network').click();
  const certificates = dialog.getByLabel('Certificate file');
  await certificates.setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from('no certificate') });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'The certificate file cannot be used. It contains no certificate',
  );
  await certificates.setInputFiles([]);
  const confirm = page.getByRole('dialog', { name: 'Confirm the change' });
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await expect(confirm).toContainText('Use the service http://127.0.0.1:9. It receives your API key');
  await served.code();
  await confirm.getByRole('textbox', { name: 'Code' }).fill('12 34');
  await page.keyboard.press('Enter');
  await expect(confirm.getByRole('alert')).toContainText('It is not the code in the terminal. 2 attempts remain.');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(confirm).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toContainText('The change was not confirmed.');
  await dialog.getByLabel('API key').fill('sk_not_a_real_key');
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await enterCode(served);
  await expect(dialog.getByRole('alert')).toContainText('Cannot reach');
  await expect(dialog.getByLabel('API key')).toHaveValue('sk_not_a_real_key');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 375, height: 800 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await expect(page.getByRole('complementary', { name: 'Limits and API key' })).toBeAttached();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Control+,');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await page.keyboard.press('Shift+Digit5');
  await expect(page.getByRole('tab', { name: '服务上的用量' })).toBeVisible();
  await expect(page.getByRole('list', { name: '服务' })).toContainText('免费');
  expect(problems).toEqual([]);
});

test('a check of a key that is canceled uses no other service, and the dialog that is open then stays open', async () => {
  const { page, problems } = served;
  const { address, asked, answer, close } = await startSlowRegion();
  try {
    await page.getByRole('button', { name: 'Add API key…' }).click();
    const keyDialog = page.getByRole('dialog', { name: 'Cloud service' });
    await keyDialog.getByRole('textbox', { name: 'Region address' }).fill(address);
    await keyDialog.getByLabel('API key').fill('sk_not_a_real_key');
    await keyDialog.getByRole('button', { name: 'Check and save' }).click();
    await enterCode(served);
    await asked;
    await expect(keyDialog.getByRole('button', { name: 'Checking…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keyDialog).toHaveCount(0);

    await page.keyboard.press('Shift+Digit4');
    await page.getByRole('button', { name: 'Add folder…' }).first().click();
    const folderDialog = page.getByRole('dialog', { name: 'Add hot folder' });
    const typed = folderDialog.getByRole('combobox', { name: 'Folder on this computer' });
    await typed.fill(folder);
    answer();
    await typed.fill(path.join(folder, 'home'));
    await expect(folderDialog.getByRole('status')).not.toBeEmpty();
    await expect(typed).toHaveValue(path.join(folder, 'home'));
    await page.keyboard.press('Escape');
    await page.reload();
    await page.keyboard.press('Shift+Digit5');
    const services = page.getByRole('list', { name: 'Services' }).getByRole('listitem');
    await expect(services.first()).toContainText('in use');
    // This computer, and the button for another service.
    await expect(services).toHaveCount(2);
  } finally {
    close();
  }
  expect(problems).toEqual([]);
});

test('answers that come late change neither the service in use nor a table', async () => {
  const { page, problems } = served;
  const calls = await routeCalls(page);
  let used: ServiceName = LOCAL_SERVICE;
  let balance = '100.00';
  const listCards = () => [LOCAL_SERVICE, 'alpha', 'beta'].map((name) => buildCard(name, name === used, balance));
  const balances = Promise.withResolvers<void>();
  calls.answer('services:list', async ({ look }) => {
    if (!look) return { ok: true, value: listCards() };
    const asked = listCards();
    await balances.promise;
    balance = '90.00';
    return { ok: true, value: asked.map((card) => ({ ...card, balance })) };
  });
  calls.answer('services:use', ({ name }) => {
    used = name;
    return { ok: true, value: listCards() };
  });
  calls.answer('account:totals', () => ({ ok: true, value: { sums: [], charged: '0.00', tasks: 0, reach: WHOLE } }));
  const firstPage = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  calls.answer('account:usage', async ({ service, page: at, pageSize }) => {
    if (pageSize > 50 && at === 0) {
      isAsked.resolve();
      await firstPage.promise;
    }
    return { ok: true, value: buildUsage(service, at === 0 ? pageSize : 3) };
  });
  const orders = Array.from({ length: 180 }, (_, at) => buildOrder(at));
  calls.answer('money:history', ({ before, limit }) => ({
    ok: true,
    value: orders.filter(({ at }) => before === null || at < before).slice(0, limit),
  }));
  await page.reload();
  await page.keyboard.press('Shift+Digit5');

  // The balances were asked for before another service was chosen.
  const services = page.getByRole('list', { name: 'Services' }).getByRole('listitem');
  const alpha = services.filter({ hasText: 'alpha' });
  await expect.poll(() => calls.sent('services:list').some(({ look }) => look)).toBe(true);
  await alpha.getByRole('button', { name: 'Use this service' }).click();
  await expect(alpha).toContainText('in use');
  balances.resolve();
  await expect(alpha).toContainText('90.00');
  expect(await alpha.textContent()).toContain('in use');

  // A file has the rows of one service, also if another one is shown while it is read.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  await isAsked.promise;
  await services
    .filter({ hasText: 'beta' })
    .getByRole('button', { name: /^Show usage/ })
    .click();
  firstPage.resolve();
  const [, ...lines] = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(503);
  expect(lines.filter((line) => !line.includes('alpha'))).toEqual([]);

  // New orders leave as many rows as there were.
  await page.getByRole('tab', { name: 'Tasks from this computer' }).click();
  const rows = page.getByRole('table').filter({ hasText: 'order-0' }).getByRole('row');
  await expect(rows).toHaveCount(51);
  await page.getByRole('button', { name: 'Show more' }).dblclick();
  await expect(rows).toHaveCount(101);
  orders.unshift(buildOrder(-1));
  const service = { kind: 'local', status: 'ready', free: true, balance: null, held: null, error: null } as const;
  calls.push('account:changed', { service, today: { charged: '7.00', back: '0.00', held: '0.00', test: false } });
  await expect(rows.filter({ hasText: 'order--1' })).toHaveCount(1);
  await expect(rows).toHaveCount(101);
  expect(problems).toEqual([]);
});

const WHOLE = { read: 1003, whole: true, oldestAt: 1, readAt: Number.MAX_SAFE_INTEGER, problem: null } as const;

function buildCard(name: string, inUse: boolean, balance: string): ServiceCard {
  const none = { jobs: 0, amount: '0.00', unknown: 0 };
  const isLocal = name === LOCAL_SERVICE;
  return {
    name,
    kind: isLocal ? 'local' : 'cloud',
    baseUrl: isLocal ? null : `https://${name}.invalid`,
    deployment: isLocal ? null : 'international',
    resend: 'strict',
    inUse,
    free: isLocal,
    key: { present: true, ending: '1234', store: 'memory', durable: false },
    status: 'ready',
    balance: isLocal ? null : balance,
    held: null,
    askedAt: 1,
    underWay: none,
    waiting: none,
    error: null,
  };
}

function buildUsage(service: ServiceName, count: number): Output<'account:usage'> {
  const rows = Array.from({ length: count }, (_, at) => ({
    taskId: `${service}-${count}-${at}`,
    at,
    operation: 'image_to_model',
    status: 'success',
    state: 'success' as const,
    credits: '1.00',
    held: null,
    jobId: null,
    name: service,
    recipe: null,
    folder: null,
    listed: false,
  }));
  return { rows, matching: 1003, charged: '1003.00', foreign: 0, reach: WHOLE };
}

function buildOrder(number: number): SpendingRow {
  return {
    at: 1_700_000_000_000 - number * 1000,
    jobId: `job-${number}`,
    name: `order-${number}.png`,
    recipe: 'draft',
    step: 0,
    operation: 'image_to_model',
    taskId: `task-${number}`,
    serviceKind: 'cloud',
    estimate: '1.00',
    charged: '1.00',
    back: null,
    state: 'charged',
  };
}

/** A region that accepts every key once `answer` is called. `asked` resolves with the first request. */
async function startSlowRegion() {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    asked.resolve();
    void answered.promise.then(() => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ code: 0, status: 'success', data: { balance: 642.5, frozen: 110 } }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked.promise,
    answer: answered.resolve,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
