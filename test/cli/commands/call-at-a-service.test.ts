import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCall, type CallTerms } from '../../../src-main/cli/actions/call.ts';
import { openQueueDatabase } from '../../../src-main/queue/store/queue-database.ts';
import { createSpendingControl, type SpendingControl } from '../../../src-main/queue/spending/spending-control.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import type { SpendingRow, SpentToday } from '../../../src-shared/ipc/views/money-view.ts';
import { spending } from '../../../src-shared/settings/settings.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import type { ServiceProfile } from '../../../src-main/service-client/services/service-profile.ts';
import { SYSTEM, type System } from '../../../src-main/base/system.ts';
import { startFaultProxy, type Fault } from '../../helpers/service/fault-proxy.ts';
import { startLocalService, type LocalService, type ServiceSetup } from '../../helpers/service/local-service.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { callService, untilFinished, upload } from '../../local-service/workers/call.ts';

/** Takes the engine a second or more. */
const SLOW_PICTURE = path.join(import.meta.dirname, '../../../assets/samples/mug.png');
/** As many as an order may be sent before a person decides. */
const MAX_SENDINGS = 16;

interface Bench {
  readonly service: LocalService;
  readonly out: string;
  /** Creation POSTs that came to the service's door. */
  posts(): number;
  /** Every intent that was written down, oldest first. */
  intents(): Record<string, unknown>[];
  /** Runs `call image_to_model` with an image, through the proxy. */
  call(pause?: Pause): ReturnType<typeof runCall>;
  /** The recorded orders of the home. */
  history(): SpendingRow[];
  /** Credits that count against today's limit. */
  spentToday(): SpentToday;
}

/** The user agrees, and nothing is limited. */
const AGREED: CallTerms = { consent: { yes: true, maxCredits: undefined }, limits: () => spending.parse({}) };

/** What a call does instead of waiting that many milliseconds. */
type Pause = (ms: number) => Promise<void>;

async function setUp(
  setup: ServiceSetup,
  plan: readonly Fault[],
  patch: Partial<ServiceProfile>,
  terms: CallTerms = AGREED,
): Promise<Bench> {
  const folder = makeTempFolder();
  const [home, out] = [path.join(folder, 'home'), path.join(folder, 'out')];
  const dataDir = path.join(folder, 'service');
  const filePath = await writeSampleImage(folder, 'shape.png', 128);
  const service = await startLocalService({ ...setup, dataDir });
  onTestFinished(() => service.stop());
  const proxy = await startFaultProxy(service.baseUrl);
  proxy.plan.push(...plan);
  const client = createServiceClient(profileOf(proxy.baseUrl, { apiKey: service.apiKey, ...patch }));
  onTestFinished(() => client.close());
  const wanted = {
    operation: 'image_to_model',
    body: { model: 'P1-20260311' },
    uploads: [{ field: 'input', filePath }],
    outFolder: out,
  } as const;
  return {
    service,
    out,
    posts: proxy.posts,
    intents: () => {
      const database = openQueueDatabase(home);
      const rows = database.prepare('select * from intents order by created_at').all();
      database.close();
      return rows;
    },
    ...openLedger(home),
    call: (pause) => {
      const clock = pause ? { ...SYSTEM.clock, pause } : SYSTEM.clock;
      const system: System = { ...SYSTEM, clock };
      return runCall(wanted, { client: async () => client }, { path: home }, terms, system);
    },
  };
}

function openLedger(home: string): Pick<Bench, 'history' | 'spentToday'> {
  const look = <T>(read: (control: SpendingControl) => T): T => {
    const store = openQueueStore(home);
    const deps = { store, clock: SYSTEM.clock, spending: undefined, find: () => undefined, pause: () => undefined };
    const control = createSpendingControl(deps);
    try {
      return read(control);
    } finally {
      control.close();
      store.close();
    }
  };
  return { history: () => look((all) => all.history(null, 100)), spentToday: () => look((all) => all.spent().today) };
}

/** Every task the service ever made, with the mark of its order. */
async function readOrders(service: LocalService): Promise<unknown[]> {
  const { body } = await callService(service, '/v3/account/usage');
  const rows = body.data as unknown as { task_id: string }[];
  const tasks = rows.map(async ({ task_id: id }) => (await callService(service, `/v3/tasks/${id}`)).body.data);
  return (await Promise.all(tasks)).map(({ input }) => input['client_ref']);
}

test.each<Fault>(['drop_answer', 'truncate'])(
  'an answer lost by %s: the task is found and fetched, and nothing is bought twice',
  async (fault) => {
    const { service, call, intents, out, ...bench } = await setUp({}, [fault], {});
    const { data, status } = await call();
    expect([status, bench.posts()]).toEqual([0, 1]);
    const [intent, ...more] = intents();
    expect(more).toEqual([]);
    const { task_id: id } = data as { task_id: string };
    expect(intent).toMatchObject({ state: 'bound', attempt: 1, task_id: id });
    expect(await readOrders(service)).toEqual([intent?.['id']]);
    expect(readdirSync(out)).toContain(`image_to_model-${id.slice(0, 8)}.glb`);
  },
);

test('an answer lost before the service heard of the order is left to the person in a cloud region', async () => {
  const { service, call, intents, ...bench } = await setUp({}, ['reset_before'], {});
  await expect(call()).rejects.toMatchObject({ code: 'outcome_unknown', requestId: expect.any(String) as string });
  expect([bench.posts(), await readOrders(service)]).toEqual([1, []]);
  expect(intents()).toMatchObject([{ state: 'ambiguous', attempt: 1, task_id: null }]);
});

test(`a service that answers no order is asked ${MAX_SENDINGS} times, under one mark, then a person decides`, async () => {
  const plan = Array<Fault>(MAX_SENDINGS).fill('answer_502');
  const patient = { kind: 'local', free: true, resend: { mode: 'auto', settleMs: 0 } } as const;
  const { service, call, intents, ...bench } = await setUp({}, plan, patient);
  const pauses: number[] = [];
  await expect(call(async (ms) => void pauses.push(ms))).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect([bench.posts(), await readOrders(service)]).toEqual([MAX_SENDINGS, []]);
  expect(intents()).toMatchObject([{ state: 'ambiguous', attempt: MAX_SENDINGS }]);
  // Between two sendings it looks for a task of the last one, and not at once.
  expect(pauses.length).toBeGreaterThanOrEqual(MAX_SENDINGS);
});

test('a service that answers the last of them gets the order once', async () => {
  const plan = Array<Fault>(MAX_SENDINGS - 1).fill('answer_502');
  const patient = { kind: 'local', free: true, resend: { mode: 'auto', settleMs: 0 } } as const;
  const { service, call, intents } = await setUp({}, plan, patient);
  expect((await call(() => Promise.resolve())).status).toBe(0);
  const [intent] = intents();
  expect(intent).toMatchObject({ state: 'bound', attempt: MAX_SENDINGS });
  expect(await readOrders(service)).toEqual([intent?.['id']]);
});

test('too many in a minute (1007): waits until the minute is over; given up meanwhile, nothing was bought', async () => {
  const settings = { limits: { creationPerMinute: 1 } };
  const { service, call, intents, ...bench } = await setUp({ settings }, [], {});
  const first = await order(service);
  const resetAt = Number(first.headers['x-ratelimit-reset']) * 1000;
  const pauses: [ms: number, until: number][] = [];
  const stop = new Error('waited');
  const waiting = call(async (ms) => {
    pauses.push([ms, Date.now() + ms]);
    throw stop;
  });
  await expect(waiting).rejects.toBe(stop);
  const [[ms, until] = expect.fail('It did not wait.'), ...more] = pauses;
  expect(more).toEqual([]);
  expect(ms).toBeGreaterThan(0);
  // Seconds on the wire are whole ones; a quarter of a second is added so that many do not come back at once.
  expect(until).toBeGreaterThanOrEqual(resetAt - 1000);
  // The date of a response may be some seconds old.
  expect(ms).toBeLessThanOrEqual(75_000);
  // Nobody waits any more, so the order is over; it was never charged.
  expect(intents()).toMatchObject([{ state: 'rejected', attempt: 1, task_id: null }]);
  expect(bench.history()).toEqual([]);
  expect([bench.posts(), (await readOrders(service)).length]).toEqual([1, 1]);
});

test('too many at once (2000): waits as long as Retry-After says, and sends the same order again', async () => {
  const settings = { limits: { concurrency: { p3d: 1 }, queriesPerMinute: 100_000 } };
  const { service, call, intents, ...bench } = await setUp({ settings }, [], {});
  // Work of another category comes first, so that the one slot is taken for as long as the call needs to find it so.
  for (let i = 0; i < 4; i++) await order(service, 'v3.1-20260211');
  const { body } = await order(service);
  const pauses: number[] = [];
  const { status } = await call(async (ms) => {
    pauses.push(ms);
    await untilFinished(service, body.data.task_id);
  });
  expect([status, bench.posts()]).toEqual([0, 2]);
  const [ms = expect.fail('It did not wait.'), ...more] = pauses;
  // Between the two searches for a task that was created although it was refused.
  expect(more).toEqual([500]);
  expect(ms).toBeGreaterThan(0);
  expect(ms).toBeLessThanOrEqual(2250);
  const [intent] = intents();
  expect(intent).toMatchObject({ state: 'bound', attempt: 2 });
  expect((await readOrders(service)).filter((mark) => mark === intent?.['id'])).toHaveLength(1);
});

async function order(service: LocalService, model = 'P1-20260311') {
  const input = await upload(service, readFileSync(SLOW_PICTURE));
  const sent = { method: 'POST', body: { model, input } };
  const answer = await callService(service, '/v3/generation/image-to-model', sent);
  expect(answer.body.code, answer.body.message).toBe(0);
  return answer;
}

test('a call is recorded like a job, and counts against the limit of the day', async () => {
  const { service, call, history, spentToday } = await setUp({ credits: 1_000 }, [], {});
  expect((await call()).status).toBe(0);
  const [order, ...more] = history();
  expect(more).toEqual([]);
  expect(order).toMatchObject({ name: 'image_to_model', recipe: 'call' });
  const { body } = await callService(service, '/v3/account/balance');
  const left = Number((body.data as unknown as { balance: string }).balance);
  expect(left).toBeLessThan(1_000);
  expect(Number(spentToday().charged)).toBeCloseTo(1_000 - left, 2);
  expect(spentToday().held).toBe('0.00');
});

test('a call above the limit of the day sends nothing and holds nothing', async () => {
  const limits = () => spending.parse({ perDay: '1' });
  const { service, call, history, spentToday, ...bench } = await setUp(
    { credits: 1_000 },
    [],
    {},
    { ...AGREED, limits },
  );
  await expect(call()).rejects.toMatchObject({ code: 'over_cap' });
  expect([bench.posts(), await readOrders(service), history()]).toEqual([0, [], []]);
  expect(spentToday().held).toBe('0.00');
});

test('a call that costs credits needs consent, or a maximum that covers it', async () => {
  const ask = async (consent: CallTerms['consent']) => {
    const bench = await setUp({ credits: 1_000 }, [], {}, { ...AGREED, consent });
    const result = await bench.call().then(
      ({ status }) => status,
      (error: { code: string }) => error.code,
    );
    return [result, bench.posts()];
  };
  expect(await ask({ yes: false, maxCredits: undefined })).toEqual(['needs_yes', 0]);
  expect(await ask({ yes: false, maxCredits: '1' })).toEqual(['needs_yes', 0]);
  expect(await ask({ yes: false, maxCredits: '500' })).toEqual([0, 1]);
});
