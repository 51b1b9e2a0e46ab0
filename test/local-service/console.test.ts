import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { callService, send, untilFinished, upload, type Answer } from './workers/call.ts';
import { startReceiver } from './webhooks/receiver.ts';

// Real work on a machine that may be busy with other things.

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
});
afterAll(() => service.stop());

const ask = (path: string, method = 'GET', body?: object, on = service): Promise<Answer> =>
  callService(on, `/console/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${on.consoleToken}` },
    ...(body === undefined ? {} : { body }),
  });

/** The data of an answer that must be a success. */
async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer;
  expect(body, JSON.stringify(body)).toMatchObject({ code: 0 });
  expect(status).toBe(200);
  return body.data as unknown as T;
}

const withKey = (key: string): Promise<Answer> =>
  send(`${service.baseUrl}/v3/account/balance`, { headers: { authorization: `Bearer ${key}` } });

describe('the console page', () => {
  test('needs no key, holds none, and may load and call nothing but its own service', async () => {
    for (const [path, type] of [
      ['/console', 'text/html'],
      ['/console/console.js', 'text/javascript'],
      ['/console/console.css', 'text/css'],
    ] as const) {
      const { status, headers, bytes } = await send(service.baseUrl + path);
      expect(status, path).toBe(200);
      expect(headers['content-type']).toContain(type);
      const policy = (headers['content-security-policy'] ?? '').split('; ');
      expect(policy).toEqual(
        expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
      );
      expect(policy.join()).not.toMatch(/unsafe|\*|http|data:|blob:/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers).not.toHaveProperty('set-cookie');
      const text = bytes.toString();
      expect(text).not.toContain(service.apiKey);
      expect(text).not.toContain(service.consoleToken);
      if (type === 'text/html') expect(text).not.toMatch(/<script>|<style|style=|\son\w+=|(src|href)="(https?:)?\/\//i);
    }
  });

  test('its script is valid, keeps no key and puts in no markup', async () => {
    const text = (await send(`${service.baseUrl}/console/console.js`)).bytes.toString();
    expect(() => new Script(text)).not.toThrow();
    expect(text).not.toMatch(/localStorage|sessionStorage|cookie|innerHTML|insertAdjacentHTML|eval\(/);
    const page = (await send(`${service.baseUrl}/console`)).bytes.toString();
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const used = [...text.matchAll(/(?:byId|fill|onSubmit|showOnce)\('([^']+)'/g)].map(([, id]) => id);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((id) => !ids.has(id))).toEqual([]);
  });

  test('/openapi.json names the address it is served at', async () => {
    const { headers, bytes } = await send(`${service.baseUrl}/openapi.json`);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(bytes.toString())).toMatchObject({ openapi: '3.1.1', servers: [{ url: service.baseUrl }] });
  });
});

describe('the console API', () => {
  test('is nobody’s quota: looking on leaves a client all its queries', async () => {
    const narrow = await startLocalService({ settings: { limits: { queriesPerMinute: 2 } } });
    try {
      for (let i = 0; i < 5; i++) await dataOf(ask('account', 'GET', undefined, narrow));
      const { status, headers } = await callService(narrow, '/v3/account/balance');
      expect([status, headers['x-ratelimit-remaining']]).toEqual([200, '1']);
    } finally {
      await narrow.stop();
    }
  });

  test('pages the ledger, newest first, though entries are added meanwhile', async () => {
    const own = await startLocalService({ credits: 1 });
    const page = (query: string) => dataOf<{ number: number }[]>(ask(`ledger?${query}`, 'GET', undefined, own));
    const numbers = async (query: string) => (await page(query)).map(({ number }) => number);
    try {
      for (let i = 0; i < 4; i++) await dataOf(ask('top-ups', 'POST', { amount: 1 }, own));
      expect(await numbers('limit=2')).toEqual([5, 4]);
      await dataOf(ask('top-ups', 'POST', { amount: 1 }, own));
      expect(await numbers('limit=2&before=4')).toEqual([3, 2]);
      expect(await numbers('limit=2&before=2')).toEqual([1]);
      expect(await numbers('before=1')).toEqual([]);
      for (const query of ['limit=0', 'limit=201', 'before=0', 'before=x']) {
        expect((await ask(`ledger?${query}`, 'GET', undefined, own)).body, query).toMatchObject({ code: 1004 });
      }
    } finally {
      await own.stop();
    }
  });

  test('opens with its own token only: no API key rules it, and the token is no API key', async () => {
    const { key } = await dataOf<{ key: string }>(ask('keys', 'POST', { name: 'Ana' }));
    for (const bearer of [service.apiKey, key, `${service.consoleToken}x`]) {
      for (const [path, method] of [
        ['keys', 'POST'],
        ['top-ups', 'POST'],
        ['webhooks', 'GET'],
      ] as const) {
        const headers = { authorization: `Bearer ${bearer}` };
        const sent = method === 'POST' ? { method, headers, body: {} } : { method, headers };
        const { status, body } = await send(`${service.baseUrl}/console/api/${path}`, sent);
        expect([status, body.code], path).toEqual([401, 2]);
      }
    }
    expect((await withKey(service.consoleToken)).status).toBe(401);
    expect(statSync(join(service.dataDir, 'console-token')).mode & 0o777).toBe(0o600);
    const [, made] = await dataOf<{ id: string }[]>(ask('keys'));
    await dataOf(ask(`keys/${made?.id}`, 'DELETE'));
  });

  test('wants its token, its own address, and JSON', async () => {
    for (const path of ['account', 'keys', 'webhooks', 'tasks', 'ledger']) {
      const none = await send(`${service.baseUrl}/console/api/${path}`);
      expect([none.status, none.body.code], path).toEqual([401, 2]);
    }
    const authorization = `Bearer ${service.consoleToken}`;
    const url = `${service.baseUrl}/console/api/keys`;
    const refusals = [
      [{ method: 'POST', headers: { authorization }, body: '' }, 415],
      [{ method: 'POST', headers: { authorization, 'content-type': 'text/plain' }, body: '{}' }, 415],
      [
        { method: 'POST', headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' }, body: '{}' },
        415,
      ],
      [{ headers: { authorization, host: 'evil.example' } }, 421],
      [{ headers: { authorization, origin: 'https://evil.example' } }, 403],
      [{ headers: { authorization, origin: 'null' } }, 403],
      [{ method: 'PUT', headers: { authorization } }, 405],
    ] as const;
    for (const [sent, status] of refusals) {
      const answer = await send(url, sent);
      expect([answer.status, answer.body.code], JSON.stringify(sent)).toEqual([status, 1003]);
    }
    expect(await dataOf<unknown[]>(ask('keys'))).toHaveLength(1);
    expect((await send(url, { headers: { authorization, origin: service.baseUrl } })).status).toBe(200);
  });

  test('makes a key that works, shows it once, and revokes it', async () => {
    const { id, key } = await dataOf<{ id: string; key: string }>(ask('keys', 'POST', { name: 'Ana' }));
    expect(key).toMatch(/^[a-z]+_[A-Za-z0-9_-]{43}$/);
    expect((await withKey(key)).status).toBe(200);
    const listed = await ask('keys');
    expect(listed.bytes.toString()).not.toContain(key);
    expect(listed.body.data).toMatchObject([{}, { id, ending: key.slice(-4) }]);
    expect((await ask(`keys/${id}`, 'DELETE')).status).toBe(200);
    expect((await withKey(key)).status).toBe(401);
    expect((await ask(`keys/${id}`, 'DELETE')).status).toBe(404);
  });

  test('adds a webhook with its secret shown once, lists deliveries, and removes it', async () => {
    const receiver = await startReceiver();
    const { url } = receiver;
    const added = await dataOf<{ id: string; secret: string }>(ask('webhooks', 'POST', { url }));
    expect(added.secret).toMatch(/^whsec_/);
    expect((await ask('webhooks', 'POST', { url })).status).toBe(400);
    for (const bad of ['http://example.com', 'https://192.168.1.1/', 'x', '']) {
      expect((await ask('webhooks', 'POST', { url: bad })).body, bad).toMatchObject({ code: 1004 });
    }
    await callService(service, '/v3/generation/text-to-image', { method: 'POST', body: { prompt: ' ' } });
    await receiver.until(1);
    await expect
      .poll(async () => (await ask('webhooks')).body.data)
      .toMatchObject({
        webhooks: [{ id: added.id, url, configured: false }],
        deliveries: [{ webhookId: added.id, type: 'task.failed', attempts: 1, outcome: '200', dueAt: null }],
      });
    expect((await ask('webhooks')).bytes.toString()).not.toContain(added.secret);
    expect((await ask(`webhooks/${added.id}`, 'DELETE')).status).toBe(200);
    expect((await ask('webhooks')).body.data).toEqual({ webhooks: [], deliveries: [] });
    expect((await ask(`webhooks/${added.id}`, 'DELETE')).status).toBe(404);
  });

  test('cancels a task, which is refunded and told', async () => {
    const receiver = await startReceiver();
    const { url } = receiver;
    const { id: webhook } = await dataOf<{ id: string }>(ask('webhooks', 'POST', { url }));
    const before = await dataOf<{ balance: number; frozen: number }>(ask('account'));
    const svg = '<svg width="512" height="512"><circle cx="256" cy="256" r="200" fill="#d33"/></svg>';
    const input = await upload(service, await sharp(Buffer.from(svg)).png().toBuffer());
    const body = { model: 'P2-20260801', input };
    const { task_id: id } = await dataOf<{ task_id: string }>(
      callService(service, '/v3/generation/image-to-model', { method: 'POST', body }),
    );
    expect(await dataOf(ask('account'))).toMatchObject({ balance: before.balance - 110, frozen: before.frozen + 110 });
    await dataOf(ask(`tasks/${id}/cancel`, 'POST', {}));
    expect(await untilFinished(service, id)).toMatchObject({ status: 'cancelled', credits_consumed: 0 });
    expect(await dataOf(ask('account'))).toMatchObject({ balance: before.balance, frozen: before.frozen });
    const [told] = await receiver.until(1);
    expect(told?.body).toMatchObject({ id: `${id}.task.failed`, data: { status: 'cancelled' } });
    expect((await ask(`tasks/${id}/cancel`, 'POST', {})).body).toMatchObject({ code: 1004 });
    expect((await ask('tasks/3f1c2a9e-7b1d-4c55-9a41-0d6f1f6f2b10/cancel', 'POST', {})).body.code).toBe(2001);
    expect((await dataOf<{ task_id: string }[]>(ask('tasks?limit=1')))[0]).toMatchObject({
      task_id: id,
      status: 'cancelled',
    });
    await ask(`webhooks/${webhook}`, 'DELETE');
  });

  test('tops up by exact decimals, which the ledger shows and a restart keeps', async () => {
    const dataDir = makeTempFolder();
    const first = await startLocalService({ dataDir, credits: 5 });
    try {
      expect(await dataOf(ask('top-ups', 'POST', { amount: '0.1' }, first))).toEqual({ balance: 5.1 });
      expect(await dataOf(ask('top-ups', 'POST', { amount: 0.2 }, first))).toEqual({ balance: 5.3 });
      for (const amount of [0, -1, '1.001', 'x', null, 1e300]) {
        expect((await ask('top-ups', 'POST', { amount }, first)).body, String(amount)).toMatchObject({ code: 1004 });
      }
      expect((await dataOf<object[]>(ask('ledger', 'GET', undefined, first)))[0]).toMatchObject({
        kind: 'grant',
        balanceChange: 0.2,
        frozenChange: 0,
        balanceAfter: 5.3,
      });
    } finally {
      await first.stop();
    }
    const again = await startLocalService({ dataDir, credits: 5 });
    try {
      expect(await dataOf(ask('account', 'GET', undefined, again))).toMatchObject({
        balance: 5.3,
        frozen: 0,
        free: false,
      });
    } finally {
      await again.stop();
    }
  });

  test('shows the limits, and has nothing to top up where everything is free', async () => {
    const free = await startLocalService({ settings: { region: 'china', limits: { concurrency: { image: 3 } } } });
    try {
      expect(await dataOf(ask('account', 'GET', undefined, free))).toMatchObject({
        free: true,
        limits: {
          region: 'china',
          creationPerMinute: 200,
          concurrency: { image: 3, h3d: 10 },
          presignTtlSeconds: 1800,
        },
      });
      expect((await ask('top-ups', 'POST', { amount: 1 }, free)).body).toMatchObject({ code: 1004 });
    } finally {
      await free.stop();
    }
  });
});
