import { expect, onTestFinished, test } from 'vitest';
import { openQueueStore, type QueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createServicePools } from '../../src-main/queue/service-pools.ts';
import { rateLimitStore } from '../../src-main/service-client/rates/rate-limit-store.ts';
import { createRequestRateLimiter } from '../../src-main/service-client/rates/request-rate-limiter.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { createVirtualClock } from '../helpers/virtual-clock.ts';

const never = new AbortController().signal;

function open(home: string): QueueStore {
  const store = openQueueStore(home);
  onTestFinished(store.close);
  return store;
}

test('a pool that a refusal made smaller is as small after a restart, and grows back by the time that went by', async () => {
  const home = makeTempFolder();
  const clock = createVirtualClock(1_000_000);
  const first = open(home);
  const poolsOf = (facts: QueueStore['facts'], at = clock) =>
    createServicePools({ clock: at, facts, sizes: () => ({}) });
  const before = poolsOf(first.facts)('one');
  for (let place = 0; place < 4; place++) await before.enter('generation_p', never);
  before.refuse('generation_p');
  expect(before.size('generation_p')).toBe(3);
  first.close();

  const { facts } = open(home);
  const restarted = (ms: number) => poolsOf(facts, createVirtualClock(1_000_000 + ms));
  expect(restarted(1_000)('one').size('generation_p')).toBe(3);
  expect(restarted(61_000)('one').size('generation_p')).toBe(4);
  expect(restarted(3_600_000)('one').size('generation_p')).toBe(5);
  expect(restarted(-60_000)('one').size('generation_p')).toBe(3);
  expect(restarted(1_000)('two').size('generation_p')).toBe(5);
});

test('a class of calls that the service closed stays closed over a restart until its moment, for that account alone', () => {
  const { facts } = open(makeTempFolder());
  const clock = createVirtualClock(1_000_000);
  const gateOf = (account: string, at: ReturnType<typeof createVirtualClock>) =>
    createRequestRateLimiter({ clock: at, random: SYSTEM.random }, rateLimitStore(account, facts, at.now));
  gateOf('one', clock).refuse('generation', 1_030_000);
  const restarted = (account: string, ms: number) => () =>
    gateOf(account, createVirtualClock(1_000_000 + ms)).enterNow('generation');
  expect(restarted('one', 10_000)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(restarted('one', 40_000)).not.toThrow();
  expect(restarted('two', 10_000)).not.toThrow();
});
