import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chromiumFlags, getChromium } from '../../helpers/page/chromium.ts';
import { findAccessibilityViolations } from '../../helpers/page/find-accessibility-violations.ts';
import { collectProblems } from '../../helpers/page/served-page.ts';
import { startLocalService } from '../../helpers/service/local-service.ts';
import { callService, send } from '../workers/call.ts';

describe('the console of a service that is no studio', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  });
  afterAll(() => browser.close());

  test('shows what the service has, keeps its token in the page, and hides the rest', async () => {
    const service = await startLocalService({ credits: 50 });
    onTestFinished(() => service.stop());
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    onTestFinished(() => page.close());
    const { problems } = collectProblems(page);
    await page.goto(`${service.baseUrl}/console`);
    await page.getByLabel('Console token').fill(service.consoleToken);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('50 credits available').waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      ...['Account', 'API keys', 'Webhooks', 'Tasks', 'Ledger', 'Limits'],
    ]);
    await page.getByRole('button', { name: 'Create API key' }).click();
    const key = (await page.locator('#new-key code').textContent()) ?? '';
    expect((await callService({ ...service, apiKey: key }, '/v3/account/balance')).status).toBe(200);
    await page.getByRole('button', { name: `Revoke …${key.slice(-4)}` }).click();
    await page.getByText('API key revoked.').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findAccessibilityViolations(page), colorScheme).toEqual([]);
    }
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    expect(await page.locator('#content').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  });

  test('has none of the other endpoints', async () => {
    const service = await startLocalService({ credits: 50 });
    onTestFinished(() => service.stop());
    const headers = { authorization: `Bearer ${service.consoleToken}` };
    for (const name of ['usage', 'workers', 'queue', 'failures', 'sessions']) {
      expect((await send(`${service.baseUrl}/console/api/${name}`, { headers })).status, name).toBe(404);
    }
    const account = await send(`${service.baseUrl}/console/api/account`, { headers });
    expect(account.body.data).toMatchObject({ features: [] });
    const session = await send(`${service.baseUrl}/console/session`);
    expect(session.body.data).toEqual({ sessions: false, oidc: false, session: null });
    const begin = await send(`${service.baseUrl}/console/session`, { method: 'POST', headers, body: {} });
    expect([begin.status, begin.headers['set-cookie']]).toEqual([405, undefined]);
    expect((await send(`${service.baseUrl}/console/sign-in`)).status).toBe(404);
  });
});
