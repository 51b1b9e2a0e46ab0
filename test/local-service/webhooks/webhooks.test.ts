import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import { webhookEvent } from '../../../src-shared/api/protocol/webhook-event.ts';
import { parseWebhookSignature, webhookSignatureInput } from '../../../src-shared/api/protocol/webhook-signature.ts';
import { createTaskLifecycle } from '../../../src-main/local-service/tasks/embedded/task-lifecycle.ts';
import { RETRY_DELAYS_MS } from '../../../src-main/local-service/webhooks/delivery-sender.ts';
import { createGuardedDispatcher } from '../../../src-main/local-service/webhooks/guarded-dispatcher.ts';
import { isLoopbackAddress, isPublicAddress } from '../../../src-main/base/network/public-address.ts';
import { signDelivery } from '../../../src-main/local-service/webhooks/sign-delivery.ts';
import type { DeliveryStore } from '../../../src-main/local-service/webhooks/delivery-store.ts';
import type { WebhookStore } from '../../../src-main/local-service/webhooks/webhook-store.ts';
import type { TaskStore } from '../../../src-main/local-service/tasks/task-store.ts';
import { toAsynchronous } from '../../../src-main/base/synchronous.ts';
import { createWebhooks } from '../../../src-main/local-service/webhooks/webhooks.ts';
import { checkWebhookUrl } from '../../../src-main/local-service/webhooks/check-webhook-url.ts';
import { checkRestart, checkRetries } from './delivery-checks.ts';
import { startReceiver } from './receiver.ts';
import { newTask, openParts, OUTPUT, succeed } from './service-parts.ts';

describe('6.4 the signature', () => {
  test('is the known answer for a known secret, time and body', () => {
    // Reproduce with: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
    expect(signDelivery('whsec_test', '{"a":1}', 1_700_000_000_999)).toBe(
      't=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789',
    );
    expect(signDelivery('whsec_Grüße', 'ü', 1_000)).toBe(
      't=1,v1=4b9a3d08c7e3a4a0e6cb9a4f8a7b63733cae12ed980181fd2ea8692cd31b6285',
    );
  });

  test('is read back by what a receiver would use, and by nothing looser', () => {
    const header = signDelivery('whsec_test', '{}', 5_000);
    expect(parseWebhookSignature(header)).toEqual({ t: 5, v1: header.slice(-64) });
    for (const bad of ['', 't=5', 't=x,v1=aa', header.toUpperCase(), `${header},v2=aa`, header.slice(0, -1)]) {
      expect(parseWebhookSignature(bad), bad).toBeNull();
    }
  });
});

describe('6 endpoints', () => {
  test('are https anywhere public, and http on this computer only', () => {
    for (const good of [
      'https://example.com/a?b=c',
      'https://8.8.8.8/',
      'http://127.0.0.1:9/x',
      'http://localhost:1',
      'http://[::1]:2/',
    ]) {
      expect(checkWebhookUrl(good), good).toBeNull();
    }
    const bad = [
      '',
      'x',
      'ftp://a',
      'file:///etc/passwd',
      'http://example.com',
      'http://192.168.0.1/',
      'https://10.1.2.3/',
    ];
    bad.push('https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'https://[fd00::1]/', 'https://u:p@example.com/');
    bad.push('http://localhost.example.com/', `https://a/${'x'.repeat(3000)}`, 'http://0x7f.1.example/');
    for (const url of bad) expect(checkWebhookUrl(url), url).not.toBeNull();
  });

  test('an address is public, or loopback, or neither', () => {
    expect(['1.1.1.1', '2606:4700::1111'].every(isPublicAddress)).toBe(true);
    const others = [
      '10.0.0.1',
      '100.64.1.1',
      '169.254.169.254',
      '224.0.0.1',
      '::',
      'fe80::1',
      '::ffff:127.0.0.1',
      'no',
    ];
    for (const address of others) expect(isPublicAddress(address), address).toBe(false);
    expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopbackAddress)).toBe(true);
    expect(['10.0.0.1', '1.1.1.1', 'localhost'].some(isLoopbackAddress)).toBe(false);
  });

  test('a name that leads to this computer is not connected to over https', async () => {
    expect(isLoopbackAddress((await lookup('localhost')).address)).toBe(true);
    const dispatcher = createGuardedDispatcher();
    onTestFinished(() => dispatcher.close());
    const url = 'https://localhost:1/';
    const refused = request(url, { method: 'POST', dispatcher: dispatcher.of(url) });
    await expect(refused).rejects.toMatchObject({ code: 'EADDRNOTALLOWED' });
  });

  test('keep their secret while the configuration names them, and go when it no longer does', () => {
    const { endpoints } = openParts();
    const [a, b, own] = ['https://a.example/', 'https://b.example/', 'https://own.example/'];
    const first = endpoints.configure([a, b]);
    endpoints.add(own);
    expect(first[a]).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(first[b]).not.toBe(first[a]);
    expect(endpoints.configure([a])).toEqual({ [a]: first[a] });
    expect(endpoints.list().map(({ url }) => url)).toEqual([a, own]);
    expect(endpoints.add(own)).toBeNull();
  });
});

describe('6.2 events', () => {
  test('a success tells the output, signed so that a receiver can check it', async () => {
    const receiver = await startReceiver();
    const parts = openParts();
    const { id, secret } = parts.endpoints.add(receiver.url) ?? { id: '', secret: '' };
    const task = succeed(parts);
    const [{ headers, raw, body } = expect.fail('nothing came')] = await receiver.until(1);
    expect(webhookEvent.parse(body).type).toBe('task.completed');
    expect(body.id).toBe(`${task.id}.task.completed`);
    expect(body.data).toEqual({ task_id: task.id, type: 'import_model', status: 'success', output: OUTPUT });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'service-webhook-id': id,
      'service-webhook-event': 'task.completed',
      'service-webhook-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    const signature = parseWebhookSignature(String(headers['service-webhook-signature']));
    expect(Math.abs((signature?.t ?? 0) - Date.now() / 1000)).toBeLessThan(300);
    const expected = createHmac('sha256', secret)
      .update(webhookSignatureInput(signature?.t ?? 0, raw))
      .digest('hex');
    expect(signature?.v1).toBe(expected);
  });

  test('a failure tells its code as text, a cancellation that it was one', async () => {
    const receiver = await startReceiver();
    const { endpoints, lifecycle } = openParts();
    endpoints.add(receiver.url);
    const [failed, cancelled] = [newTask(), newTask()];
    lifecycle.create(failed);
    lifecycle.fail(failed.id, { code: 2008, message: 'No.' });
    await receiver.until(1);
    lifecycle.create(cancelled);
    lifecycle.cancel(cancelled.id);
    const bodies = (await receiver.until(2)).map(({ body }) => body);
    expect(bodies.map(({ id, type }) => [id, type])).toEqual([
      [`${failed.id}.task.failed`, 'task.failed'],
      [`${cancelled.id}.task.failed`, 'task.failed'],
    ]);
    expect(bodies[0]?.data).toMatchObject({ status: 'failed', error: { code: '2008', message: 'No.' } });
    expect(bodies[1]?.data).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } });
    expect(bodies.some(({ data }) => 'output' in data)).toBe(false);
  });

  test('are written with the move or not at all', () => {
    const { db, endpoints, events, tasks, ledger, deliveries } = openParts();
    endpoints.add('https://example.com/');
    const broken = createTaskLifecycle(db, tasks, ledger, Date.now, {
      events: {
        ...events,
        ended(task) {
          events.ended(task);
          throw new Error('the disk is full');
        },
      },
    });
    const task = newTask();
    broken.create(task);
    expect(() => broken.fail(task.id, { code: 2003, message: 'No.' })).toThrow('the disk is full');
    expect(tasks.find(task.id)?.status).toBe('queued');
    expect(deliveries.latest(10)).toEqual([]);
  });

  test('balance.low comes once for each fall below the threshold', async () => {
    const receiver = await startReceiver();
    const { endpoints, lifecycle, ledger, events } = openParts({ threshold: 5_000 });
    endpoints.add(receiver.url);
    ledger.grantInAll(toCredits(10_000));
    events.balanceChanged(ledger.balance().balance);
    const held = [newTask(5_000), newTask(1), newTask(1_000)];
    // At the threshold is not below it; deeper is no second fall.
    for (const task of held) lifecycle.create(task);
    const [{ body } = expect.fail('nothing came')] = await receiver.until(1);
    expect(body.type).toBe('balance.low');
    expect(body.id).toMatch(/^[0-9a-f-]{36}\.balance\.low$/);
    expect(body.data).toEqual({ balance: 49.99, threshold: 50 });

    for (const task of held.slice(1)) lifecycle.cancel(task.id);
    lifecycle.create(newTask(2_500));
    const again = (await receiver.until(4)).map(({ body: { type, data } }) => [type, data['balance']]);
    expect(again.filter(([type]) => type === 'balance.low')).toEqual([
      ['balance.low', 49.99],
      ['balance.low', 25],
    ]);
  });
});

describe('6.5 delivery', () => {
  test('what is answered with an error or not in time comes again under the same id', () => checkRetries());

  test('a redirect is not followed, and after the last retry it is given up', async () => {
    const elsewhere = await startReceiver();
    const receiver = await startReceiver((response) => response.writeHead(307, { location: elsewhere.url }).end());
    const parts = openParts({ gaps: [5] });
    parts.endpoints.add(receiver.url);
    succeed(parts);
    await receiver.until(2);
    await expect.poll(() => parts.deliveries.latest(1)[0]).toMatchObject({ attempts: 2, outcome: '307', dueAt: null });
    expect(parts.deliveries.latest(1)[0]?.deliveredAt).toBeNull();
    expect(elsewhere.received).toEqual([]);
  });

  test('an endless answer does not hold it up', async () => {
    const receiver = await startReceiver((response) => {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 5);
      response.on('close', () => clearInterval(timer));
    });
    const parts = openParts();
    parts.endpoints.add(receiver.url);
    succeed(parts);
    await expect.poll(() => parts.deliveries.latest(1)[0]?.outcome).toBe('200');
  });

  test('each endpoint gets its own delivery, and a silent one does not hold up the other', async () => {
    const silent = await startReceiver(() => undefined);
    const quick = await startReceiver();
    const parts = openParts();
    for (const { url } of [silent, quick]) parts.endpoints.add(url);
    for (let i = 0; i < 30; i++) succeed(parts);
    await quick.until(30);
    const [a, b] = [(await silent.until(1))[0], (await quick.until(1))[0]];
    expect(silent.received.length).toBeLessThan(30);
    expect(a?.body).toEqual(b?.body);
    expect(a?.headers['service-webhook-delivery']).not.toBe(b?.headers['service-webhook-delivery']);
  });

  test('what was under way or waiting at a stop comes at the next start, with the same id', () => checkRestart());

  test('the first retry comes within 30 seconds, the last after a day', () => {
    const [first = Infinity] = RETRY_DELAYS_MS;
    expect(first).toBeLessThan(30_000);
    const day = 24 * 60 * 60 * 1000;
    const total = RETRY_DELAYS_MS.reduce<number>((sum, gap) => sum + gap, 0);
    expect(total).toBeGreaterThanOrEqual(day);
    expect(total).toBeLessThan(2 * day);
  });

  test('a delivery to an endpoint that is removed is forgotten', () => {
    const parts = openParts();
    const { id } = parts.endpoints.add('https://example.com/') ?? { id: '' };
    parts.lifecycle.create({ ...newTask(), id: 'a' });
    parts.lifecycle.cancel('a');
    expect(parts.deliveries.latest(10)).toHaveLength(1);
    expect(parts.endpoints.remove(id)).toBe(true);
    expect(parts.deliveries.latest(10)).toEqual([]);
    parts.deliveries.sweep(Date.now() + 1);
    expect(parts.db.prepare('SELECT count(*) AS n FROM events').get()?.['n']).toBe(0);
  });

  test('a sweep forgets what is over for a month, and nothing that somebody waits for', async () => {
    const { tasks, lifecycle, endpoints, deliveries } = openParts();
    const day = 24 * 60 * 60 * 1000;
    let now = Date.now();
    const webhooks = createWebhooks({
      endpoints: toAsynchronous<WebhookStore>(endpoints),
      deliveries: toAsynchronous<DeliveryStore>(deliveries),
      tasks: toAsynchronous<TaskStore>(tasks),
      now: () => now,
    });
    onTestFinished(() => webhooks.close());
    endpoints.add('https://example.com/');
    for (const id of ['a', 'b']) {
      lifecycle.create({ ...newTask(), id });
      lifecycle.cancel(id);
    }
    const [waiting, over] = deliveries.latest(2);
    deliveries.record(over?.id ?? '', { delivered: true, outcome: '200', retryAt: null });
    const left = () => deliveries.latest(10).map(({ id }) => id);
    now += 29 * day;
    await webhooks.sweep();
    expect(left()).toEqual([waiting?.id, over?.id]);
    now += 2 * day;
    await webhooks.sweep();
    expect(left()).toEqual([waiting?.id]);
  });
});
