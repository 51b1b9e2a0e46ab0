import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startDouble, type S3Server } from '../helpers/service/file-storages.ts';
import { startOidcProvider, visitProvider, type TestOidcProvider } from '../helpers/service/oidc-provider.ts';
import { findFreePort } from '../helpers/service/free-port.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { openTestStudio, type StudioApi, type StudioProcess, type TestStudio } from '../helpers/service/studio.ts';
import { chromiumFlags, getChromium } from '../helpers/page/chromium.ts';
import { findAccessibilityViolations } from '../helpers/page/find-accessibility-violations.ts';
import { collectProblems } from '../helpers/page/served-page.ts';
import { callService, send, untilFinished, type Answer } from '../local-service/workers/call.ts';

const bin = findPostgres();
const CALLBACK = '/console/sign-in/callback';

/** A session as a browser holds it. */
interface Session {
  readonly cookie: string;
  readonly csrfToken: string;
}

/** The `Set-Cookie` headers of an answer. */
const cookiesOf = ({ headers }: Answer): string => String(headers['set-cookie']);

describe.skipIf(bin === null)('the console of a studio', () => {
  let server: PostgresServer;
  let storage: S3Server;
  let provider: TestOidcProvider;
  let studio: TestStudio;
  let api: StudioApi;
  let other: StudioApi;
  let worker: StudioProcess;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    storage = await startDouble();
    const port = await findFreePort();
    provider = await startOidcProvider([`http://127.0.0.1:${port}${CALLBACK}`]);
    folder = mkdtempSync(path.join(tmpdir(), 'dropforge-console-'));
    const clientSecretFile = path.join(folder, 'client-secret');
    writeFileSync(clientSecretFile, `${provider.clientSecret}\n`);
    const { issuer, clientId } = provider;
    const oidc = { issuer, clientId, clientSecretFile, allowedEmails: ['ana@example.org'] };
    studio = await openTestStudio(server, storage, { credits: 10_000 });
    api = await studio.startApi({ port, studio: { oidc } });
    other = await studio.startApi();
    worker = await studio.startWorker();
    browser = await chromium.launch({ executablePath: getChromium(), args: chromiumFlags() });
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await studio.close();
    await provider.stop();
    await storage.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
  const ask = (pathname: string, sent: object, at: StudioApi = api): Promise<Answer> =>
    send(`${at.baseUrl}/console/${pathname}`, sent);
  const manage = async <T>(pathname: string, method = 'GET', body?: object): Promise<T> => {
    const headers = withToken(studio.consoleToken);
    const answer = await ask(`api/${pathname}`, { method, headers, ...(body && { body }) });
    expect(answer.body, pathname).toMatchObject({ code: 0 });
    return answer.body.data as T;
  };
  const addKey = (fields: object) => manage<{ id: string; key: string }>('keys', 'POST', fields);

  async function signIn(secret: string): Promise<Session> {
    const answer = await ask('session', { method: 'POST', headers: withToken(secret), body: {} });
    expect(answer.status).toBe(200);
    const [cookie = ''] = cookiesOf(answer).split(';');
    return { cookie, csrfToken: (answer.body.data as unknown as { csrf_token: string }).csrf_token };
  }
  const withSession = ({ cookie, csrfToken }: Session, origin = api.baseUrl) => ({
    ...{ cookie, origin, 'x-csrf-token': csrfToken },
  });

  test('opens with an admin key, but with no other key', async () => {
    const admin = await addKey({ name: 'Lead', scopes: ['read', 'admin'] });
    const { key } = await addKey({ name: 'Artist' });
    expect((await ask('api/keys', { headers: withToken(admin.key) })).status).toBe(200);
    for (const bearer of [key, `${admin.key}x`]) {
      const answer = await ask('api/keys', { headers: withToken(bearer) });
      expect([answer.status, answer.body.code]).toEqual([401, 2]);
      expect((await ask('session', { method: 'POST', headers: withToken(bearer), body: {} })).status).toBe(401);
    }
    const created = await callService({ ...api, apiKey: admin.key }, '/v3/generation/text-to-image', {
      method: 'POST',
      body: { prompt: 'a cup' },
    });
    expect([created.status, created.body.code]).toEqual([403, 1004]);
  });

  test('keeps a session in a cookie that no script reads, at every address, until it is ended', async () => {
    const answer = await ask('session', { method: 'POST', headers: withToken(studio.consoleToken), body: {} });
    expect(cookiesOf(answer)).toMatch(
      /^dropforge-console=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    const session = await signIn(studio.consoleToken);
    const { cookie } = session;
    for (const at of [api, other]) expect((await ask('api/account', { headers: { cookie } }, at)).status).toBe(200);
    const [[hashes] = []] = await studio.query("SELECT string_agg(encode(hash, 'hex'), ' ') FROM console_sessions");
    expect(String(hashes)).not.toContain(Buffer.from(cookie.split('=')[1] ?? '').toString('hex'));
    await ask('api/session', { method: 'DELETE', headers: withSession(session) });
    expect((await ask('api/account', { headers: { cookie } }, other)).status).toBe(401);
  });

  test('keeps the cookie to https where clients use it', async () => {
    const port = await findFreePort();
    const proxied = await studio.startApi({ port, studio: { publicUrl: 'https://dropforge.example.org' } });
    const headers = { ...withToken(studio.consoleToken), host: 'dropforge.example.org' };
    const answer = await ask(
      'session',
      { method: 'POST', headers, body: {} },
      {
        ...proxied,
        baseUrl: `http://127.0.0.1:${port}`,
      },
    );
    expect(cookiesOf(answer)).toMatch(/^__Host-dropforge-console=[\w-]{43}; .*; HttpOnly; SameSite=Strict; Secure$/);
  });

  test('changes nothing for another page that a session’s browser shows', async () => {
    const session = await signIn(studio.consoleToken);
    const post = (headers: object) => ask('api/keys', { method: 'POST', headers, body: { name: 'Forged' } });
    const { 'x-csrf-token': _, ...withoutToken } = withSession(session);
    const refused = [
      withoutToken,
      { ...withSession(session), 'x-csrf-token': 'x' },
      { cookie: session.cookie, 'x-csrf-token': session.csrfToken },
      withSession(session, 'https://evil.example'),
      { ...withSession(session), 'x-csrf-token': (await signIn(studio.consoleToken)).csrfToken },
    ];
    for (const headers of refused) expect((await post(headers)).status, JSON.stringify(headers)).toBe(403);
    expect((await manage<{ name: string }[]>('keys')).map(({ name }) => name)).not.toContain('Forged');
    expect((await post(withSession(session))).status).toBe(200);
  });

  test('ends the sessions of a key that is revoked, and those that another ends', async () => {
    const { id, key } = await addKey({ name: 'Former lead', scopes: ['read', 'admin'] });
    const [one, two] = [await signIn(key), await signIn(studio.consoleToken)];
    const isOpen = async ({ cookie }: Session) => (await ask('api/account', { headers: { cookie } })).status === 200;
    expect([await isOpen(one), await isOpen(two)]).toEqual([true, true]);
    await manage(`keys/${id}`, 'DELETE');
    expect([await isOpen(one), await isOpen(two)]).toEqual([false, true]);
    const sessions = await manage<{ id: string; name: string }[]>('sessions');
    expect(sessions.map(({ name }) => name)).not.toContain('Former lead');
    for (const each of sessions) await manage(`sessions/${each.id}`, 'DELETE');
    expect(await isOpen(two)).toBe(false);
  });

  test('ends a session that is not used for an hour, and every session after 8 hours', async () => {
    const session = await signIn(studio.consoleToken);
    const status = async () => (await ask('api/account', { headers: { cookie: session.cookie } })).status;
    await studio.query("UPDATE console_sessions SET used_at = now() - interval '59 minutes'");
    expect(await status()).toBe(200);
    await studio.query("UPDATE console_sessions SET created_at = now() - interval '481 minutes'");
    expect(await status()).toBe(401);
    const idle = await signIn(studio.consoleToken);
    await studio.query("UPDATE console_sessions SET used_at = now() - interval '61 minutes'");
    expect((await ask('api/account', { headers: { cookie: idle.cookie } })).status).toBe(401);
  });

  test('refuses fields of keys that cannot be stored', async () => {
    const wrong: object[] = [
      {},
      { name: ' ' },
      { name: 'a\u0007' },
      { name: 'x'.repeat(101) },
      { name: 'Ana', scopes: ['root'] },
      { name: 'Ana', scopes: ['create'] },
      { name: 'Ana', scopes: [] },
      { name: 'Ana', operations: ['make_coffee'] },
      { name: 'Ana', operations: [] },
      { name: 'Ana', day_budget: -1 },
      { name: 'Ana', month_budget: '1.001' },
      { name: 'Ana', credits: 1 },
    ];
    for (const body of wrong) {
      const headers = withToken(studio.consoleToken);
      const answer = await ask('api/keys', { method: 'POST', headers, body });
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, 1004]);
    }
    for (const query of ['by=color', 'from=yesterday', 'from=2026-02-31']) {
      const answer = await ask(`api/usage?${query}`, { headers: withToken(studio.consoleToken) });
      expect([answer.status, answer.body.code], query).toEqual([400, 1004]);
    }
  });

  test('signs a person in with OpenID Connect, and says why it does not', async () => {
    provider.person = { sub: 'ana', email: 'ana@example.org', email_verified: true };
    const begin = await ask('sign-in', {});
    expect([begin.status, cookiesOf(begin)]).toEqual([
      303,
      expect.stringMatching(/^dropforge-sign-in=\S+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    const [cookie = ''] = cookiesOf(begin).split(';');
    const back = await visitProvider(new URL(begin.headers['location'] ?? ''), api.baseUrl + CALLBACK);
    const lost = await send(back.href);
    expect([lost.status, cookiesOf(lost)]).toEqual([403, expect.stringContaining('Max-Age=0')]);
    expect(lost.bytes.toString()).toContain('The sign-in took too long, or began in another browser.');
    const done = await send(back.href, { headers: { cookie } });
    expect([done.status, done.headers['location']]).toEqual([303, '/console']);
    const again = await send(back.href, { headers: { cookie } });
    expect(again.status).toBe(403);

    provider.person = { sub: 'eve', email: '<b>eve@example.org', email_verified: true };
    const second = await ask('sign-in', {});
    const foreign = await visitProvider(new URL(second.headers['location'] ?? ''), api.baseUrl + CALLBACK);
    const headers = { cookie: cookiesOf(second).split(';')[0] ?? '' };
    const refused = await send(foreign.href, { headers });
    expect(refused.status).toBe(403);
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
    expect(refused.bytes.toString()).toContain('&lt;b&gt;eve@example.org is not allowed to open this console.');
    expect((await ask('sign-in', {}, other)).status).toBe(404);
  });

  test('lists a worker while it runs, as lost after a silence, and not after a clean stop', async () => {
    const workers = () => manage<{ name: string; seats: number; running: number; isLost: boolean }[]>('workers');
    expect(await workers()).toMatchObject([{ seats: 2, running: 0, isLost: false }]);
    const second = await studio.startWorker(1);
    expect(await workers()).toHaveLength(2);
    await second.end('SIGKILL');
    await studio.query("UPDATE workers SET beat_at = now() - interval '11 seconds' WHERE seats = 1");
    expect((await workers()).map(({ seats, isLost }) => [seats, isLost]).toSorted()).toEqual([
      [1, true],
      [2, false],
    ]);
    await worker.end('SIGTERM');
    expect((await workers()).map(({ seats }) => seats)).toEqual([1]);
    await studio.query('DELETE FROM workers');
    worker = await studio.startWorker();
  });

  async function openPage(): Promise<{ page: Page; problems: readonly string[] }> {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const { problems } = collectProblems(page);
    return { page, problems };
  }

  async function expectAccessible(page: Page): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await findAccessibilityViolations(page), `${colorScheme} ${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${colorScheme} ${width}`).toBeLessThanOrEqual(0);
        const shots = process.env['CONSOLE_SCREENSHOTS'];
        const file = `console-${colorScheme}-${width}.png`;
        if (shots !== undefined) await page.screenshot({ path: path.join(shots, file), fullPage: true });
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  test('in a browser: creates a key, shows what it spends, retries a failed task, and revokes the key', async () => {
    const { key: admin } = await addKey({ name: 'Lead in the browser', scopes: ['read', 'admin'] });
    const { page, problems } = await openPage();
    await page.goto(`${api.baseUrl}/console`);
    await page.getByLabel('Admin API key or console token').waitFor();
    await page.getByLabel('Admin API key or console token').fill(admin);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Signed in: Lead in the browser').waitFor();

    const form = page.locator('#make-studio-key');
    await form.getByLabel('Name').fill('Ben');
    await form.getByLabel('Project').fill('Space game');
    await form.getByLabel('Credits a day').fill('100');
    await form.getByRole('button', { name: 'Create API key' }).click();
    const key = (await page.locator('#new-studio-key code').textContent()) ?? '';
    expect(key).toMatch(/^studio_/);

    const ben = { ...api, apiKey: key };
    const create = async (prompt: string) => {
      const answer = await callService(ben, '/v3/generation/text-to-image', { method: 'POST', body: { prompt } });
      return untilFinished(ben, answer.body.data.task_id);
    };
    const made = await create('a red cup');
    expect(made.status).toBe('success');
    const failed = await create(' ');
    expect(failed.status).toBe('failed');
    const price = (made as unknown as { credits_consumed: number }).credits_consumed;
    expect(price).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Refresh' }).click();
    const row = page.locator('#studio-keys tr', { hasText: 'Ben' });
    await row.getByText(`${price.toFixed(2)} of 100.00, ${(100 - price).toFixed(2)} left`).waitFor();
    await page.locator('#usage-key tr', { hasText: `Ben2${price.toFixed(2)}` }).waitFor();
    await page.locator('#usage-project tr', { hasText: `Space game2${price.toFixed(2)}` }).waitFor();
    // Workers tell every few seconds what they do.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return page.locator('#workers').textContent();
      })
      .toContain('0 of 2');
    await page.locator('#failures tr', { hasText: 'Ben' }).getByText('(2007)').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: `Retry ${(failed as unknown as { task_id: string }).task_id}` }).click();
    await page.getByText('Task created again.').waitFor();
    await page.locator('#failures').getByText('retried as').waitFor();
    const [[tasks, spent] = []] = await studio.query(
      `SELECT tasks, credits::int FROM key_spending JOIN api_keys ON id = key_id WHERE name = 'Ben'`,
    );
    expect(tasks).toBe(3);
    // The retry fails, too: its price is held until then.
    expect([price * 100, price * 200]).toContain(spent);

    await row.getByRole('button', { name: 'Edit budgets Ben' }).click();
    await page.getByRole('heading', { name: 'Budgets of Ben' }).waitFor();
    await page.locator('#edit-day').fill('250.5');
    await page.locator('#budgets').getByRole('button', { name: 'Save' }).click();
    await row.getByText('of 250.50').waitFor();
    await row.getByRole('button', { name: 'Revoke Ben' }).click();
    await page.getByText('API key revoked.').waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await expect.poll(async () => (await callService(ben, '/v3/account/balance')).status).toBe(401);

    await page.reload();
    await page.getByText('Signed in: Lead in the browser').waitFor();
    // When all of it is loaded: what is asked after the sign-out is refused.
    await page.locator('#content').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin API key or console token').waitFor();
    await page.reload();
    expect(await page.locator('#content').isVisible()).toBe(false);
    expect(problems).toEqual([]);
  }, 300_000);

  test('in a browser: signs in with OpenID Connect and cancels a task', async () => {
    provider.person = { sub: 'ana', email: 'ana@example.org', email_verified: true };
    await worker.end('SIGTERM');
    const answer = await callService(api, '/v3/generation/text-to-image', {
      method: 'POST',
      body: { prompt: 'a cup' },
    });
    const { task_id: id } = answer.body.data;
    const { page, problems } = await openPage();
    await page.goto(`${api.baseUrl}/console`);
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).click();
    await page.getByText('Signed in: ana@example.org').waitFor();
    expect(new URL(page.url()).pathname).toBe('/console');
    await page.locator('#queue tr', { hasText: 'image' }).waitFor();
    await page.getByRole('button', { name: `Cancel ${id}` }).click();
    await page.getByText('Task cancelled.').waitFor();
    expect((await callService(api, `/v3/tasks/${id}`)).body.data.status).toBe('cancelled');
    expect(problems).toEqual([]);
  }, 300_000);

  test('in a browser: the sign-in page is accessible', async () => {
    const { page, problems } = await openPage();
    await page.goto(`${api.baseUrl}/console`);
    await page.getByRole('link', { name: 'Sign in with single sign-on' }).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
