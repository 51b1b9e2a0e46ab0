import { describe, expect, test } from 'vitest';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { createFakeNetwork } from '../../helpers/service/fake-network.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';

const never = new AbortController().signal;

function setUp() {
  const clock = createVirtualClock();
  const state = { isUp: true };
  const network = createFakeNetwork(async () => {
    await clock.pause(20);
    return state.isUp ? { data: { balance: 1, frozen: 0 } } : null;
  });
  const client = createServiceClient(profileOf('http://127.0.0.1:1'), network, virtualSystem(clock, 0));
  const ups: number[] = [];
  client.reach.onUp(() => void ups.push(clock.elapsed()));
  return { clock, state, network, client, ups };
}

describe('a service that cannot be reached', () => {
  test('is tried by one call at a time, ever more rarely; the others are told at once', async () => {
    const { clock, state, network, client } = setUp();
    state.isUp = false;
    const failures: string[] = [];
    const ask = (): void => void client.getBalance().catch((error: { code: string }) => void failures.push(error.code));
    for (let call = 0; call < 20; call++) ask();
    await clock.advance(100);
    // Those were on their way before anybody knew.
    expect(network.calls.length).toBe(20);
    for (let second = 0; second < 120; second++) {
      for (let call = 0; call < 50; call++) ask();
      await clock.advance(1_000);
    }
    expect(network.calls.length).toBeGreaterThan(22);
    expect(network.calls.length).toBeLessThan(20 + 10);
    expect(new Set(failures)).toEqual(new Set(['offline']));
  });

  test('says when it can be reached again, and everybody may ask', async () => {
    const { clock, state, network, client, ups } = setUp();
    state.isUp = false;
    void client.getBalance().catch(() => undefined);
    await clock.advance(20);
    expect(client.reach.downForMs()).toBe(1_000);
    state.isUp = true;
    await clock.advance(1_000);
    void client.getBalance();
    await clock.advance(20);
    expect([client.reach.downForMs(), ups.length]).toEqual([null, 1]);
    const before = network.calls.length;
    void Promise.all([client.getBalance(), client.getBalance()]);
    await clock.advance(20);
    expect(network.calls.length - before).toBe(2);
  });

  test('takes no order: nothing is written down as sent', async () => {
    const { clock, state, client } = setUp();
    state.isUp = false;
    void client.getBalance().catch(() => undefined);
    await clock.advance(20);
    await expect(client.admit('/v3/generation/image-to-model', never)).rejects.toMatchObject({
      code: 'offline',
      retryAt: clock.now() + 1_000,
    });
    expect((await client.create('/v3/generation/image-to-model', '{}', 'r')).kind).toBe('not_sent');
  });

  test('a bad answer is an answer', async () => {
    const clock = createVirtualClock();
    const network = createFakeNetwork(() => ({ status: 500, data: { code: 1000, message: 'x' } }));
    const client = createServiceClient(profileOf('http://127.0.0.1:1'), network, virtualSystem(clock));
    await expect(client.getBalance()).rejects.toMatchObject({ code: 'service_error' });
    expect(client.reach.downForMs()).toBeNull();
  });
});
