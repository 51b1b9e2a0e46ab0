import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { enterCode, openServedPage, type ServedPage } from '../helpers/page/served-page.ts';
import { CAN_SEE_PROCESSES, childrenOf, commandOf } from '../helpers/processes.ts';

const KEY = 'sk_not_a_real_key';

let folder = '';
let served: ServedPage;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-service-'));
  served = await openServedPage(path.join(folder, 'home'));
});
test.afterEach(async () => {
  await served.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a local service that hangs is shown as not responding, and as ready once it goes on', async () => {
  test.skip(!CAN_SEE_PROCESSES, 'needs to see which process started which');
  const { page } = served;
  const status = page.getByRole('contentinfo', { name: 'Status' });
  const notice = page.getByText('The service on this computer is not responding. Jobs resume automatically.');
  await expect(status).toContainText('This computer ready');
  await expect(notice).toHaveCount(0);
  const service = childrenOf(served.pid).find((pid) => commandOf(pid).includes('local-service'));
  if (service === undefined) throw new Error('serve has started no local service');
  process.kill(service, 'SIGSTOP');
  try {
    await expect(page.getByRole('button', { name: 'Service: This computer, no response yet' })).toBeVisible();
    await expect(status).toContainText('This computer no response yet');
    await expect(notice).toBeVisible({ timeout: 15_000 });
    await expect(status).not.toContainText('ready');
    await expect(page.getByRole('button', { name: 'Service: This computer, offline' })).toBeVisible();
  } finally {
    process.kill(service, 'SIGCONT');
  }
  await expect(status).toContainText('This computer ready');
  await expect(notice).toHaveCount(0);
});

test('a wrong address is named in plain words, and the typed key stays in its field', async () => {
  const { page } = served;
  const website = createServer((_, response) => response.writeHead(404).end('<h1>Not found</h1>'));
  await listen(website);
  try {
    await page.keyboard.press('Shift+Digit5');
    await page.getByRole('button', { name: 'Add service…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add service' });
    const problem = dialog.getByRole('alert');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('studio');
    await dialog.getByLabel('API key').fill(KEY);

    const { port } = website.address() as AddressInfo;
    await dialog.getByRole('textbox', { name: 'Region address' }).fill(`http://127.0.0.1:${port}`);
    await dialog.getByRole('button', { name: 'Check and add' }).click();
    await enterCode(served);
    await expect(problem).toContainText('There is no generation service at this address.');
    await expect(problem).not.toContainText('404');
    await expect(dialog.getByLabel('API key')).toHaveValue(KEY);

    await dialog.getByRole('textbox', { name: 'Region address' }).fill('https://no-such-host.invalid');
    await dialog.getByRole('button', { name: 'Check and add' }).click();
    await enterCode(served);
    // A computer without a name server cannot tell whether the host exists.
    const reason = /^\s*Cannot reach the service\. (The host does not exist|Could not look up the host)\./;
    await expect(problem).toHaveText(reason);
    await expect(dialog.getByLabel('API key')).toHaveValue(KEY);
  } finally {
    website.closeAllConnections();
    website.close();
  }
});

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
