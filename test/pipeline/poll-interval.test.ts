import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTaskFollower, type FollowListener } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { createFakeNetwork, type FakeAnswer } from '../helpers/service/fake-network.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { createVirtualClock, virtualSystem } from '../helpers/virtual-clock.ts';

const quiet: FollowListener = { onTask: () => undefined, onProblem: () => undefined };
const never = new AbortController().signal;

/** Tasks that take a given time, seen through the real follower. */
function setUp({ isWatched = (): boolean => true, pollMs = 2_000, headers = (): Record<string, string> => ({}) } = {}) {
  const clock = createVirtualClock();
  const ends = new Map<string, { from: number; to: number }>();
  const ids = new Map<string, string>();
  const looks: number[] = [];
  const network = createFakeNetwork(({ body }): FakeAnswer => {
    looks.push(clock.elapsed());
    const { task_ids: asked } = body as { task_ids: string[] };
    const tasks = asked.map((id) => {
      const { from, to } = ends.get(id) ?? { from: 0, to: 0 };
      const isOver = clock.elapsed() >= to;
      const progress = isOver ? 100 : Math.floor((100 * (clock.elapsed() - from)) / (to - from));
      return [id, { task_id: id, type: 'x', status: isOver ? 'success' : 'running', progress }];
    });
    return { headers: headers(), data: { tasks: Object.fromEntries(tasks) as unknown, missed: [] } };
  });
  const client = createServiceClient(profileOf('http://127.0.0.1:1', { pollMs }), network, virtualSystem(clock));
  const follower = createTaskFollower(async () => client, virtualSystem(clock), isWatched);
  onTestFinished(() => follower.close());
  const idOf = (name: string): string => ids.get(name) ?? (ids.set(name, randomUUID()).get(name) as string);
  const follow = (name: string, ms: number): Promise<unknown> => {
    const id = idOf(name);
    ends.set(id, { from: clock.elapsed(), to: clock.elapsed() + ms });
    return follower.follow(id, 'test', quiet, never);
  };
  const hint = (name: string): void => follower.hint(idOf(name));
  return { clock, looks, follow, hint };
}

describe('the pace of looking', () => {
  test('is slow in the middle of a task and quick at its end', async () => {
    const { clock, looks, follow } = setUp();
    let isOver = false;
    void follow('a', 60_000).then(() => (isOver = true));
    await clock.runUntil(() => isOver || clock.elapsed() > 600_000);
    const pauses = looks.slice(1).map((at, index) => at - (looks[index] as number));
    expect(Math.max(...pauses)).toBe(5_000);
    expect(pauses.at(-1)).toBe(1_000);
    expect(clock.elapsed() - 60_000).toBeLessThanOrEqual(1_000);
    expect(looks.length).toBeLessThan(30);
  });

  test('short pauses are paid for by long ones: no more looks than one each two seconds', async () => {
    const { clock, looks, follow } = setUp();
    let finished = 0;
    const start = (id: number): void =>
      void follow(`t${id}`, 3_000 + ((id * 7_919) % 20_000)).then(() => {
        if (++finished < 200) start(id + 8);
      });
    for (let id = 0; id < 8; id++) start(id);
    await clock.runUntil(() => finished >= 200 || clock.elapsed() > 3_600_000);
    expect(finished).toBeGreaterThanOrEqual(200);
    expect(looks.length).toBeLessThanOrEqual(clock.elapsed() / 2_000 + 6);
  });

  test('is slowest where nobody looks, and quick as ever on this computer', async () => {
    const hidden = setUp({ isWatched: () => false });
    void hidden.follow('a', 60_000);
    await hidden.clock.advance(59_000);
    expect(hidden.looks.length).toBe(12);
    const local = setUp({ isWatched: () => false, pollMs: 150 });
    void local.follow('a', 60_000);
    await local.clock.advance(15_000);
    expect(local.looks.length).toBe(101);
  });

  test('nothing waits and nothing is asked when nothing runs', async () => {
    const { clock, looks, follow } = setUp();
    expect(clock.timers()).toBe(0);
    void follow('a', 1);
    await clock.advance(600_000);
    expect([clock.timers(), looks.length]).toEqual([0, 2]);
  });

  test('a hint causes one look soon, and is not believed', async () => {
    const { clock, looks, follow, hint } = setUp();
    let isOver = false;
    void follow('a', 60_000).then(() => (isOver = true));
    await clock.advance(10_500);
    const before = looks.length;
    for (let event = 0; event < 5; event++) hint('a');
    hint('somebody else’s');
    await clock.advance(250);
    expect([looks.length - before, isOver]).toEqual([1, false]);
    hint('somebody else’s');
    await clock.advance(250);
    expect(looks.length - before).toBe(1);
  });

  test('a spent rate limit is waited for, not run into', async () => {
    const clockOf: { now?: () => number } = {};
    const bench = setUp({
      headers: () => ({
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': String(Math.floor((clockOf.now?.() ?? 0) / 1000) + 30),
      }),
    });
    clockOf.now = bench.clock.now;
    void bench.follow('a', 3_600_000);
    await bench.clock.advance(300_000);
    expect(bench.looks.length).toBeLessThanOrEqual(11);
    expect(bench.looks.length).toBeGreaterThan(8);
  });
});
