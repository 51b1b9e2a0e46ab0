import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTaskFollower } from '../../../src-main/pipeline/steps/follow-tasks.ts';
import { signDelivery } from '../../../src-main/local-service/webhooks/sign-delivery.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { startWebhookReceiver } from '../../../src-main/service-client/webhooks/webhook-receiver.ts';
import { spawnLocalService } from '../../helpers/service/local-service.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { checkRepeatedDelivery, event, NOW, open, SECRET, TASK } from './receiver-bench.ts';

describe('the receiver of webhooks', () => {
  test('refuses a body without a signature before it has arrived', async () => {
    const { receiver } = await open();
    const headers = { 'content-length': 100_000 };
    const sent = request({ host: '127.0.0.1', port: receiver.port, path: '/hook', method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    sent.destroy();
  });

  test('keeps a limited number of connections, and takes deliveries again when others have left', async () => {
    const { receiver, post } = await open();
    const strangers = Array.from({ length: 65 }, () =>
      connect(receiver.port, '127.0.0.1').on('error', () => undefined),
    );
    onTestFinished(() => strangers.forEach((socket) => socket.destroy()));
    // The one too many is closed without a word.
    await Promise.race(strangers.map((socket) => once(socket, 'close')));
    for (const socket of strangers) socket.destroy();
    // The receiver hears of it a moment later.
    await expect.poll(() => post(event()).catch(() => null)).toBe(200);
  });

  test('tells of the task of a genuine event, once for each delivery', async () => {
    const { heard, post } = await open();
    expect([await post(event()), await post(event()), await post(event(), { delivery: 'd2' })]).toEqual([
      200, 200, 200,
    ]);
    expect(heard).toEqual([TASK, TASK]);
  });

  test.each([
    ['another secret', (body: string) => signDelivery('whsec_other', body, NOW)],
    ['another body', () => signDelivery(SECRET, 'other', NOW)],
    ['a moment too long ago', (body: string) => signDelivery(SECRET, body, NOW - 301_000)],
    ['a moment too far ahead', (body: string) => signDelivery(SECRET, body, NOW + 301_000)],
    ['nothing', () => ''],
    ['what is no signature', () => 't=1,v1=zz'],
  ])('refuses what is signed with %s', async (_, sign) => {
    const { heard, post } = await open();
    expect(await post(event(), { signature: sign(event()) })).toBe(401);
    expect(heard).toEqual([]);
  });

  test('takes what is signed just within five minutes', async () => {
    const { heard, post } = await open();
    expect(await post(event(), { signature: signDelivery(SECRET, event(), NOW - 299_000) })).toBe(200);
    expect(heard).toEqual([TASK]);
  });

  test('says nothing of a genuine delivery that is no event of a task', async () => {
    const { heard, post } = await open();
    const low = JSON.stringify({
      id: 'x',
      type: 'balance.low',
      created_at: '2027-01-15T08:00:00Z',
      data: { balance: 1, threshold: 2 },
    });
    expect([await post(low), await post('{"type":"new.kind"}', { delivery: 'd2' })]).toEqual([200, 200]);
    expect(await post('no json', { delivery: 'd3' })).toBe(400);
    expect(heard).toEqual([]);
  });

  test.each(['service', 'Acme', 'X-Acme-3D', 'a'])('knows the headers of a service named %s', async (name) => {
    const { heard, post } = await open();
    expect(await post(event(), { names: [name] })).toBe(200);
    expect(await post(event(), { names: [name] })).toBe(200);
    expect(heard).toEqual([TASK]);
  });

  test.each<[string, { names: string[]; headers?: Record<string, string> }]>([
    ['two services', { names: ['acme', 'other'] }],
    ['no service', { names: [] }],
    ['two services in half', { names: [], headers: { 'a-webhook-signature': 't', 'b-webhook-delivery': 'd1' } }],
    ['a service without a name', { names: [], headers: { '-webhook-signature': 't', '-webhook-delivery': 'd1' } }],
  ])('refuses headers of %s', async (_, sent) => {
    const { heard, post } = await open();
    const signature = signDelivery(SECRET, event(), NOW);
    const headers = Object.fromEntries(
      Object.entries(sent.headers ?? {}).map(([name, value]) => [name, value === 't' ? signature : value]),
    );
    expect(await post(event(), { names: sent.names, headers })).toBe(401);
    expect(heard).toEqual([]);
  });

  test('takes the headers of a configured service only, beside those of others', async () => {
    const { heard, post } = await open({ headerPrefix: 'acme' });
    expect(await post(event(), { names: ['service'] })).toBe(401);
    const forged = { 'evil-webhook-signature': 't=1,v1=0', 'evil-webhook-delivery': 'd9' };
    expect(await post(event(), { names: ['Acme'], headers: forged })).toBe(200);
    expect(heard).toEqual([TASK]);
  });

  test('a lone signature of another name does not count', async () => {
    const { heard, post } = await open();
    expect(await post(event(), { names: ['acme'], headers: { 'hub-webhook-signature': 'sha1=0' } })).toBe(200);
    expect(heard).toEqual([TASK]);
  });

  test('remembers over a restart which deliveries came', () => checkRepeatedDelivery());

  test('refuses other methods, long bodies, and everything while it has no secret', async () => {
    const { heard, post } = await open();
    expect(await post('', { method: 'GET' })).toBe(405);
    expect(await post('x'.repeat(300_000)).catch(() => 413)).toBe(413);
    expect(await (await open({ secret: null })).post(event())).toBe(503);
    expect(heard).toEqual([]);
  });

  test('says so when its port is taken', async () => {
    const { receiver } = await open();
    const again = startWebhookReceiver({
      address: '127.0.0.1',
      port: receiver.port,
      headerPrefix: null,
      secret: async () => SECRET,
      now: () => NOW,
      markSeen: () => true,
      onTask: () => undefined,
    });
    await expect(again).rejects.toMatchObject({ code: 'port_taken' });
  });

  test('an event of the real service makes the follower look at once, long before its next look', async () => {
    const hints: string[] = [];
    let secret: string | null = null;
    const receiver = await startWebhookReceiver({
      address: '127.0.0.1',
      port: 0,
      headerPrefix: null,
      secret: async () => secret,
      now: Date.now,
      markSeen: () => true,
      onTask: (id) => {
        hints.push(id);
        follower.hint(id);
      },
    });
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const dataDir = makeTempFolder();
    const service = await spawnLocalService({ dataDir, config: { dataDir, credits: 500, webhooks: [{ url }] } });
    onTestFinished(async () => {
      follower.close();
      await client.close();
      service.process.kill('SIGKILL');
      await service.exited;
      await receiver.close();
    });
    const [line] = (await once(createInterface({ input: service.stdout }), 'line')) as [string];
    const ready = JSON.parse(line) as { baseUrl: string; apiKey: string; webhookSecrets: Record<string, string> };
    secret = ready.webhookSecrets[url] ?? null;
    const client = createServiceClient(profileOf(ready.baseUrl, { apiKey: ready.apiKey, pollMs: 3_600_000 }));
    const follower = createTaskFollower(async () => client);
    const order = JSON.stringify({ prompt: 'a robot' });
    const created = await client.create('/v3/generation/text-to-image', order, 'request');
    const id = created.kind === 'created' ? created.taskId : expect.fail(created.kind);
    const listener = { onTask: () => undefined, onProblem: () => undefined };
    const task = await follower.follow(id, 'test', listener, new AbortController().signal);
    expect(task.status).toBe('success');
    await expect.poll(() => hints).toEqual([id]);
  });
});
