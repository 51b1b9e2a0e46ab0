import { createHmac, timingSafeEqual } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTetrahedron } from './files.ts';
import { startHookReceiver, type Delivery, type HookReceiver } from './receiver.ts';
import { startBlackBox, type Answer, type BlackBox, type Data } from './black-box.ts';

const GRANTED = 100.25;
/** Below what any task but the last leaves while it is held. */
const THRESHOLD = 88.5;

let service: BlackBox;
let receiver: HookReceiver;
/** Every task that was accepted, oldest first. */
const accepted: string[] = [];
let imported: string;
let rejected: string;
let converted: string;
beforeAll(async () => {
  receiver = await startHookReceiver();
  const webhooks = [{ url: receiver.url }];
  service = await startBlackBox({ credits: GRANTED, balanceAlert: THRESHOLD, blockedWords: ['forbidden'], webhooks });
  imported = await make('/v3/models/import', { input: await service.upload(await writeTetrahedron(), 'glb') });
  const draft = { model: 'v3.1-20260211', prompt: 'forbidden', texture: false, pbr: false };
  rejected = await make('/v3/generation/text-to-model', draft);
  converted = await make('/v3/models/convert', { input: imported, format: 'OBJ' });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

async function make(path: string, body: object): Promise<string> {
  const id = await service.create(path, body);
  accepted.push(id);
  await service.ended(id);
  return id;
}

const outcome = ({ status, json }: Answer) => [status, json.code];
const balance = async () => (await service.get('/v3/account/balance')).json.data;
const usage = async (query = '') => (await service.get(`/v3/account/usage${query}`)).json.data as unknown as Data[];
const cents = (credits: unknown) => Math.round(Number(credits) * 100);

/** What was granted is what is left, held, or consumed by the tasks of the history. */
async function expectBooksToBalance(granted = GRANTED): Promise<void> {
  const { balance: left, frozen } = await balance();
  const consumed = (await usage()).reduce((sum, row) => sum + cents(row['credits_consumed']), 0);
  expect(cents(left) + cents(frozen) + consumed).toBe(cents(granted));
}

describe('3 and 4.7: credits', () => {
  test('a task that succeeded is settled at its price, one that failed is refunded', async () => {
    expect((await service.ended(converted))['credits_consumed']).toBe(5);
    expect((await service.ended(rejected))['credits_consumed']).toBe(0);
    expect(await balance()).toEqual({ balance: 95.25, frozen: 0 });
    await expectBooksToBalance();
  });

  test('2010: too few credits are 403, make no task and hold nothing', async () => {
    const before = [await balance(), await usage()];
    const body = { model: 'P2-20260801', prompt: 'a chair', texture: false, pbr: false };
    expect(outcome(await service.post('/v3/generation/text-to-model', body))).toEqual([403, 2010]);
    expect([await balance(), await usage()]).toEqual(before);
  });

  test('a refused request costs nothing', async () => {
    const before = await balance();
    for (const body of [
      {},
      { input: imported },
      { input: imported, format: 'GLB' },
      { input: rejected, format: 'OBJ' },
    ]) {
      expect((await service.post('/v3/models/convert', body)).status).toBe(400);
    }
    expect(await balance()).toEqual(before);
  });

  test('the history has one row a task, newest first, with the fields of 2.6', async () => {
    const rows = await usage();
    expect(rows.map((row) => row.task_id)).toEqual(accepted.toReversed());
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['created_at', 'credits_consumed', 'status', 'task_id', 'type']);
      const task = await service.ended(row.task_id);
      expect(row).toEqual(
        expect.objectContaining({ type: task.type, status: task.status, created_at: task.created_at }),
      );
      expect(row['credits_consumed']).toBe(task['credits_consumed']);
    }
  });

  test('the history is paged by limit and offset', async () => {
    const ids = (rows: readonly Data[]) => rows.map((row) => row.task_id);
    const [newest, second, third] = accepted.toReversed();
    expect(ids(await usage('?limit=1'))).toEqual([newest]);
    expect(ids(await usage('?limit=2&offset=1'))).toEqual([second, third]);
    expect(await usage('?offset=1000')).toEqual([]);
    expect(ids(await usage('?limit=200&offset=0'))).toEqual(accepted.toReversed());
    for (const query of [
      '?limit=201',
      '?limit=-1',
      '?limit=x',
      '?limit=1.5',
      '?offset=-1',
      '?offset=x',
      '?limit=1e308',
    ]) {
      expect([query, ...outcome(await service.get(`/v3/account/usage${query}`))]).toEqual([query, 400, 1004]);
    }
  });
});

describe('6: webhooks', () => {
  const eventOf = (id: string) => (delivery: Delivery) => delivery.event.id === id;
  const secret = () => service.webhookSecrets[receiver.url] ?? '';

  /** 6.4, with nothing of the service's own. */
  function isSigned({ headers, raw }: Delivery): boolean {
    const parts = new Map(
      String(headers['service-webhook-signature'])
        .split(',')
        .map((part) => part.split('=') as [string, string]),
    );
    const expected = createHmac('sha256', secret())
      .update(`${parts.get('t')}.${raw}`)
      .digest('hex');
    const given = parts.get('v1') ?? '';
    const isFresh = Math.abs(Date.now() / 1000 - Number(parts.get('t'))) < 300;
    return isFresh && given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  }

  test('6.1 and 6.2: a success is told with its output', async () => {
    const { event } = await receiver.find(eventOf(`${converted}.task.completed`));
    expect(Object.keys(event).sort()).toEqual(['created_at', 'data', 'id', 'type']);
    expect(event).toMatchObject({
      type: 'task.completed',
      data: { task_id: converted, type: 'convert_model', status: 'success' },
    });
    expect(new Date(event.created_at).toISOString()).toBe(event.created_at);
    const { model_url: url } = event.data['output'] as Record<string, string>;
    expect((await service.send(url ?? '')).status).toBe(200);
  });

  test('6.1 and 6.2: a failure is told with its error', async () => {
    const { event } = await receiver.find(eventOf(`${rejected}.task.failed`));
    expect(event).toMatchObject({ type: 'task.failed', data: { task_id: rejected, status: 'failed' } });
    expect(event.data['error']).toEqual({ code: '2008', message: expect.stringMatching(/\S/) as string });
    expect(event.data).not.toHaveProperty('output');
  });

  test('6.1: balance.low is told when the balance falls below the threshold', async () => {
    const isLow = ({ event }: Delivery) => event.type === 'balance.low';
    // Above the threshold so far; the held price of this one goes below it.
    expect(receiver.deliveries.filter(isLow)).toEqual([]);
    await make('/v3/models/convert', { input: imported, format: 'STL', scale_factor: 2 });
    const { event } = await receiver.find(isLow);
    expect(event.data).toEqual({ balance: 85.25, threshold: THRESHOLD });
    expect(event.id).toMatch(/\S/);
    await expectBooksToBalance();
  });

  test('6.3 and 6.4: every delivery has its headers and its signature, keyed with the whole secret', () => {
    expect(secret()).toMatch(/^whsec_\S+$/);
    expect(receiver.deliveries.length).toBeGreaterThanOrEqual(3);
    for (const delivery of receiver.deliveries) {
      const { headers, event } = delivery;
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['service-webhook-event']).toBe(event.type);
      expect(headers['service-webhook-id']).toMatch(/\S/);
      expect(headers['service-webhook-delivery']).toMatch(/\S/);
      expect(headers['service-webhook-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
      expect(isSigned(delivery)).toBe(true);
      expect(isSigned({ ...delivery, raw: `${delivery.raw} ` })).toBe(false);
    }
    expect(new Set(receiver.deliveries.map(({ headers }) => headers['service-webhook-id'])).size).toBe(1);
  });

  test('6.5: what was answered with 500 comes again under the same delivery id, and only that', async () => {
    const [first] = receiver.deliveries;
    const idOf = ({ headers }: Delivery) => headers['service-webhook-delivery'];
    const isAgain = (delivery: Delivery) => delivery !== first && first !== undefined && idOf(delivery) === idOf(first);
    const again = await receiver.find(isAgain);
    expect(again.event.id).toBe(first?.event.id);
    expect(isSigned(again)).toBe(true);
    const others = receiver.deliveries.filter((delivery) => delivery !== again);
    expect(new Set(others.map(idOf)).size).toBe(others.length);
  });
});
