import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import { EVENT_TYPES } from '../../../src-shared/api/protocol/webhook-event.ts';
import { SWAGGER_UI_VERSION } from '../../../src-main/local-service/reference/swagger-ui-licences.ts';
import { chromiumFlags, getChromium } from '../../helpers/page/chromium.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { send } from '../workers/call.ts';

// A browser on a machine that may be busy with other things.

declare global {
  interface Window {
    /** What the page's policy forbade. */
    violations: string[];
  }
}

let service: LocalService;
let browser: Browser;
beforeAll(async () => {
  service = await startLocalService();
  browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});

/** The reference as a person with that taste sees it, with everything it asked for and complained of. */
async function openDocs(colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ colorScheme });
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
  });
  await page.goto(`${service.baseUrl}/docs`);
  await page.locator('.opblock').first().waitFor();
  return { page, asked, complaints };
}

describe('the reference at /docs', () => {
  test('is held by a policy that lets nothing in but its own files, and icons in its style sheet', async () => {
    for (const path of [
      '/docs',
      '/docs/docs.js',
      '/docs/docs.css',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui.css',
    ]) {
      const { status, headers, bytes } = await send(service.baseUrl + path);
      expect([status, bytes.length > 0], path).toEqual([200, true]);
      expect((headers['content-security-policy'] ?? '').split('; ').toSorted()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        'img-src data:',
        "script-src 'self'",
        "style-src 'self'",
      ]);
    }
    expect((await send(`${service.baseUrl}/console`)).headers['content-security-policy']).not.toContain('img-src');
    expect((await send(`${service.baseUrl}/docs/package.json`)).status).toBe(404);
    const text = await send(`${service.baseUrl}/docs/api.md`);
    expect(text.headers['content-type']).toContain('text/plain');
    expect(text.bytes.toString()).toContain('## Interpretations');
  });

  test('hands out the licence of its renderer, its notice and those of its parts, and links them', async () => {
    const texts: [string, RegExp][] = [
      ['/docs/LICENSE', /Apache License\s+Version 2\.0[^]*END OF TERMS AND CONDITIONS/],
      ['/docs/NOTICE', /^swagger-ui\nCopyright .* SmartBear/],
      ['/docs/swagger-ui-bundle.js.LICENSE.txt', /@license React[^]*MIT/],
    ];
    const page = (await send(`${service.baseUrl}/docs`)).bytes.toString();
    for (const [path, words] of texts) {
      const { status, headers, bytes } = await send(service.baseUrl + path);
      expect([status, headers['content-type']], path).toEqual([200, 'text/plain; charset=utf-8']);
      expect(bytes.toString()).toMatch(words);
      expect(page).toContain(`href="${path}"`);
    }
    // Another edition of the renderer may be made of other parts.
    const bundle = (await send(`${service.baseUrl}/docs/swagger-ui-bundle.js`)).bytes.toString();
    expect(bundle).toContain(`PACKAGE_VERSION:"${SWAGGER_UI_VERSION}"`);
    expect(bundle.slice(0, 100)).toContain('swagger-ui-bundle.js.LICENSE.txt');
  });

  test.each([
    ['light', 'rgba(0, 0, 0, 0)'],
    ['dark', 'rgb(28, 32, 34)'],
  ] as const)('shows every call in %s, with no request to anywhere else', async (scheme, background) => {
    const { page, asked, complaints } = await openDocs(scheme);
    const paths = await page.locator('.opblock-summary-path').allInnerTexts();
    const plain = paths.map((path) => path.replace(/\u200b/g, ''));
    const calls = [...Object.values(OPERATIONS), ...Object.values(ENDPOINTS)].map(({ path }) =>
      path.replace(/:(\w+)/g, '{$1}'),
    );
    expect(plain.toSorted()).toEqual([...calls, ...EVENT_TYPES].toSorted());
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(background);
    expect(asked.filter((url) => !url.startsWith(`${service.baseUrl}/`))).toEqual([]);
    expect([complaints, await page.evaluate(() => window.violations)]).toEqual([[], []]);
    await page.close();
  });

  test('tries a call with a key that the page then forgets', async () => {
    const { page, complaints } = await openDocs('light');
    await page.locator('.btn.authorize').click();
    await page.locator('.modal-ux input').fill(service.apiKey);
    await page.locator('.modal-btn.auth.authorize').click();
    await page.locator('.btn-done').click();
    const call = page.locator('.opblock', { hasText: '/v3/account/balance' });
    await call.locator('.opblock-summary-control').click();
    await call.locator('.try-out__btn').click();
    await call.locator('.execute').click();
    await call.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect([kept, complaints]).toEqual(['[{},{},""]', []]);
    await page.close();
  });
});
