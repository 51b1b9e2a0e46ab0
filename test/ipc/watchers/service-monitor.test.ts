import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServiceMonitor } from '../../../src-main/ipc/watchers/service-monitor.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { settings } from '../../../src-shared/settings/settings.ts';
import { createFakeNetwork, type FakeAnswer } from '../../helpers/service/fake-network.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';

test('a service that is away is asked again by itself until it is there', async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ code: 0, data: { balance: 12, frozen: 0 } }));
  });
  // It keeps its port while it is away: another could take it.
  let isAway = true;
  server.on('connection', (socket) => isAway && socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const client = createServiceClient(profileOf(`http://127.0.0.1:${port}`));
  const watch = createServiceMonitor({ client: async () => client }, () => settings.parse({}));
  onTestFinished(async () => {
    watch.close();
    await client.close();
    server.close();
  });
  const told: string[] = [];
  watch.onChange(({ status }) => told.push(status));
  expect((await watch.check()).status).toBe('offline');
  isAway = false;
  await expect.poll(() => watch.get().status).toBe('ready');
  // A connection that was begun while it was away may break off once more, for another reason.
  expect(told.filter((status, index) => status !== told[index - 1])).toEqual(['offline', 'ready']);
});

/** A service in this process, paid unless `free`, watched under a clock that stands still. `jitter`: of its client. */
async function watchService({ free = false, jitter = 0 } = {}) {
  const clock = createVirtualClock();
  const account = { balance: 1_000, frozen: 0 };
  const paid = {
    account,
    isUp: true,
    answer: async (): Promise<FakeAnswer | null> => (paid.isUp ? { data: account } : null),
    isStarted: Promise.resolve(),
  };
  const network = createFakeNetwork(() => paid.answer());
  const client = createServiceClient(
    { ...profileOf('http://127.0.0.1:1'), free },
    network,
    virtualSystem(clock, jitter),
  );
  const all = settings.parse({ service: free ? 'local' : 'cloud' });
  const watch = createServiceMonitor(
    { client: () => paid.isStarted.then(() => client) },
    () => all,
    virtualSystem(clock, 0),
  );
  onTestFinished(watch.close);
  await watch.check();
  return { clock, network, client, watch, paid };
}

/** The times at which an unreachable service is asked from now on. */
async function listQuestions(watched: Awaited<ReturnType<typeof watchService>>, ms: number): Promise<number[]> {
  const { clock, watch, paid } = watched;
  const asked: number[] = [];
  paid.answer = async () => (asked.push(clock.elapsed()), null);
  await watch.check();
  await clock.advance(ms);
  return asked;
}

test('an unreachable service is asked again after pauses that double up to 32 s', async () => {
  const asked = await listQuestions(await watchService(), 130_000);
  expect(asked).toEqual([0, 1, 3, 7, 15, 31, 63, 95, 127].map((seconds) => seconds * 1_000));
});

test('an unreachable service is asked again as soon as its client may try', async () => {
  expect(await listQuestions(await watchService({ jitter: 1 }), 2_000)).toEqual([0, 1_250]);
});

describe('the state of a paid service', () => {
  test('is at most 2 s old while a page is visible, and nothing is asked while none is', async () => {
    const { clock, network, watch, paid } = await watchService();
    await clock.advance(60_000);
    expect([network.calls.length, clock.timers()]).toEqual([1, 0]);
    watch.setVisible(true);
    await clock.advance(400);
    Object.assign(paid.account, { balance: 750, frozen: 250 });
    await clock.advance(2_000);
    expect(watch.get()).toMatchObject({ status: 'ready', balance: '750.00', held: '250.00' });
    watch.setVisible(false);
    const before = network.calls.length;
    await clock.advance(60_000);
    expect([network.calls.length, clock.timers()]).toEqual([before, 0]);
  });

  test('is offline as soon as a job cannot reach it, and ready again as soon as one can', async () => {
    const { clock, client, watch, paid } = await watchService();
    paid.isUp = false;
    await client.getTask('a').catch(() => undefined);
    expect(watch.get()).toMatchObject({ status: 'offline', balance: null });
    paid.isUp = true;
    await clock.advance(1_000);
    await client.getBalance();
    await clock.advance(400);
    expect(watch.get()).toMatchObject({ status: 'ready', balance: '1000.00' });
  });

  test('is not ready while it starts again, nor while it does not answer', async () => {
    const { clock, watch, paid } = await watchService();
    const start = Promise.withResolvers<void>();
    paid.isStarted = start.promise;
    void watch.check();
    await clock.advance(1_000);
    expect(watch.get().status).toBe('starting');
    start.resolve();
    await clock.advance(0);
    expect(watch.get().status).toBe('ready');

    const late = Promise.withResolvers<FakeAnswer>();
    paid.answer = () => late.promise;
    void watch.check();
    await clock.advance(1_000);
    expect(watch.get()).toMatchObject({ status: 'slow', balance: null, held: null });
    // Another question does not give it more time.
    await clock.advance(3_900);
    void watch.check();
    await clock.advance(100);
    expect(watch.get()).toMatchObject({ status: 'offline', balance: null });
    late.resolve({ data: paid.account });
    await clock.advance(0);
    expect(watch.get().status).toBe('ready');
  });

  test('stays ready while it limits requests', async () => {
    const { watch, paid } = await watchService();
    paid.answer = async () => ({ status: 429, data: { code: 1007, message: 'slow down', suggestion: '' } });
    expect((await watch.check()).status).toBe('ready');
  });

  test('is ready again when it limits requests after a silence', async () => {
    const { clock, watch, paid } = await watchService();
    const late = Promise.withResolvers<FakeAnswer>();
    paid.answer = () => late.promise;
    void watch.check();
    await clock.advance(1_000);
    expect(watch.get().status).toBe('slow');
    late.resolve({ status: 429, data: { code: 1007, message: 'slow down', suggestion: '' } });
    await clock.advance(0);
    expect(watch.get().status).toBe('ready');
  });

  test('does not alternate between two states while its answers take long', async () => {
    const { clock, watch, paid } = await watchService();
    const told: string[] = [];
    watch.onChange(({ status }) => told.push(status));
    paid.answer = async () => {
      await clock.pause(1_800);
      return { data: paid.account };
    };
    watch.setVisible(true);
    await clock.advance(30_000);
    expect(told).toEqual(['slow', 'ready']);
  });
});

test.each([0, 300, 900])(
  'a service that hangs %i ms after an answer is not ready 2 s later, then offline, and ready once it answers',
  async (pause) => {
    const { clock, network, watch, paid } = await watchService({ free: true });
    expect(watch.get().status).toBe('ready');
    watch.setVisible(true);
    await clock.advance(400 + pause);
    const late = Promise.withResolvers<FakeAnswer>();
    paid.answer = () => late.promise;
    await clock.advance(2_000);
    expect(watch.get().status).toBe('slow');
    await clock.advance(4_000);
    expect(watch.get().status).toBe('offline');
    late.resolve({ data: paid.account });
    await clock.advance(0);
    expect(watch.get().status).toBe('ready');
    watch.setVisible(false);
    const before = network.calls.length;
    await clock.advance(60_000);
    expect([network.calls.length, clock.timers()]).toEqual([before, 0]);
  },
);

test('the state of a service does not outlast a switch to another one', async () => {
  const clock = createVirtualClock();
  const late = Promise.withResolvers<FakeAnswer>();
  const answers: Record<string, Promise<FakeAnswer>> = {
    'https://one.example': Promise.resolve({ data: { balance: 5, frozen: 3 } }),
    'https://two.example': late.promise,
  };
  const cloud = (baseUrl: string) => ({ baseUrl, deployment: 'international' }) as const;
  const clients = Object.entries(answers).map(([baseUrl, answer]) =>
    createServiceClient(
      profileOf(baseUrl),
      createFakeNetwork(() => answer),
      virtualSystem(clock, 0),
    ),
  );
  let all = settings.parse({ service: 'cloud', cloud: cloud('https://one.example') });
  const clientInUse = async () => clients[all.cloud?.baseUrl === 'https://one.example' ? 0 : 1] as (typeof clients)[0];
  const watch = createServiceMonitor({ client: clientInUse }, () => all, virtualSystem(clock, 0));
  onTestFinished(watch.close);
  await watch.check();
  expect(watch.get()).toMatchObject({ status: 'ready', balance: '5.00', held: '3.00' });

  const told: (string | null)[] = [];
  watch.onChange(({ balance }) => told.push(balance));
  const ofOne = watch.check();
  all = settings.parse({ service: 'cloud', cloud: cloud('https://two.example') });
  watch.checkSoon();
  await ofOne;
  expect([watch.get(), told]).toMatchObject([{ status: 'starting', balance: null, held: null }, [null]]);
  late.resolve({ data: { balance: 70, frozen: 0 } });
  await clock.advance(400);
  expect(watch.get()).toMatchObject({ status: 'ready', balance: '70.00', held: '0.00' });
});
