import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createRequestRateLimiter,
  type RequestRateLimiter,
} from '../../../src-main/service-client/rates/request-rate-limiter.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { createFakeNetwork, type FakeAnswer } from '../../helpers/service/fake-network.ts';
import { profileOf } from '../../helpers/service/raw-service.ts';
import {
  createTickingClock,
  createVirtualClock,
  virtualSystem,
  type VirtualClock,
} from '../../helpers/virtual-clock.ts';

const never = new AbortController().signal;

/** A service with a fixed window of a minute for creations, as the local one has; its clock is a day behind. */
function limitedService(clock: VirtualClock, limit: number) {
  const serverNow = (): number => clock.now() - 86_400_000;
  let window = { endsAt: 0, count: 0 };
  let refused = 0;
  const answer = async (): Promise<FakeAnswer> => {
    await clock.pause(300);
    if (serverNow() >= window.endsAt) window = { endsAt: serverNow() + 60_000, count: 0 };
    const isTooMany = window.count >= limit;
    if (isTooMany) refused++;
    else window.count++;
    const headers = {
      date: new Date(serverNow()).toUTCString(),
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - window.count),
      'x-ratelimit-reset': String(Math.ceil(window.endsAt / 1000)),
    };
    if (isTooMany) return { status: 429, headers, data: { code: 1007, message: 'too many' } };
    return { headers, data: { task_id: randomUUID(), type: 'x', status: 'queued' } };
  };
  return { answer, refused: () => refused };
}

describe('the pace of creations', () => {
  test('provokes no refusal, however many are wanted at once and wherever the service’s clock is', async () => {
    const clock = createVirtualClock();
    const service = limitedService(clock, 20);
    const network = createFakeNetwork(service.answer);
    const client = createServiceClient(profileOf('http://127.0.0.1:1'), network, virtualSystem(clock));
    let made = 0;
    for (let order = 0; order < 100; order++) {
      void client.admit('/v3/generation/image-to-model', never).then(async (leave) => {
        const outcome = await client.create('/v3/generation/image-to-model', '{}', 'r');
        if (outcome.kind === 'created') made++;
        leave();
      });
    }
    await clock.runUntil(() => made === 100 || clock.elapsed() > 3_600_000);
    expect(made).toBe(100);
    expect([service.refused(), network.calls.length]).toEqual([0, 100]);
    // Five windows of a minute, and not much more.
    expect(clock.elapsed()).toBeLessThan(4 * 62_000);
  });

  test('a class that is spent does not stop another one', async () => {
    const { gate } = setUp();
    gate.learn('upload', headers({ remaining: 0, resetIn: 30 }));
    await expect(gate.enter('generation', never)).resolves.toBeTypeOf('function');
    expect(() => gate.enterNow('upload')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });

  test('a query that would be one too many is told when to come again, and is not sent', async () => {
    const { gate, clock } = setUp();
    gate.enterNow('query')();
    gate.learn('query', headers({ remaining: 0, resetIn: 30 }));
    expect(() => gate.enterNow('query')).toThrow(expect.objectContaining({ retryAt: clock.now() + 30_000 }));
    await clock.advance(30_000);
    gate.enterNow('query')();
  });

  test('a refusal closes the class for as long as it says, else for longer each time', async () => {
    const { gate, clock } = setUp();
    gate.refuse('generation', clock.now() + 5_000);
    expect(await openAfter(gate, clock)).toBeGreaterThanOrEqual(5_000);
    gate.refuse('generation', null);
    const first = await openAfter(gate, clock);
    gate.refuse('generation', null);
    expect(await openAfter(gate, clock)).toBeGreaterThan(first);
  });

  test('who stops waiting takes nobody’s turn', async () => {
    const { gate, clock } = setUp();
    const first = await gate.enter('upload', never);
    const abort = new AbortController();
    const second = gate.enter('upload', abort.signal);
    const third = gate.enter('upload', never);
    abort.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    gate.learn('upload', headers({ remaining: 5, resetIn: 30 }));
    first();
    (await third)();
    expect(clock.timers()).toBe(0);
  });

  test('a class that opens between two readings of the clock lets its call in', async () => {
    const clock = createVirtualClock();
    const ticking = createTickingClock(clock);
    const gate = createRequestRateLimiter(virtualSystem(ticking.clock, 0));
    gate.refuse('generation', clock.now() + 5_000);
    await clock.advance(4_999.5);
    ticking.tickAfter(1);
    const waiting = gate.enter('generation', never);
    await clock.advance(5_000);
    await expect(Promise.race([waiting, Promise.resolve('waits')])).resolves.toBeTypeOf('function');
  });

  test('answers without the headers leave the way free', async () => {
    const { gate } = setUp();
    (await gate.enter('generation', never))();
    gate.learn('generation', () => undefined);
    const both = [gate.enter('generation', never), gate.enter('generation', never)];
    await expect(Promise.all(both)).resolves.toHaveLength(2);
  });
});

function setUp() {
  const clock = createVirtualClock(1_800_000_000_000);
  const headers = ({ remaining, resetIn }: { remaining: number; resetIn: number }) => {
    const reset = Math.floor(clock.now() / 1000) + resetIn;
    const all: Record<string, string> = {
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(reset),
    };
    return (name: string): string | undefined => all[name];
  };
  return { clock, headers, gate: createRequestRateLimiter(virtualSystem(clock, 0)) };
}

function headers({ remaining, resetIn }: { remaining: number; resetIn: number }) {
  return setUp().headers({ remaining, resetIn });
}

async function openAfter(gate: RequestRateLimiter, clock: VirtualClock): Promise<number> {
  const start = clock.elapsed();
  let isOpen = false;
  void gate.enter('generation', never).then((leave) => {
    isOpen = true;
    leave();
  });
  await clock.runUntil(() => isOpen);
  return clock.elapsed() - start;
}
