import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createTaskFollower,
  type FollowListener,
  type TaskFollower,
} from '../../../src-main/pipeline/steps/follow-tasks.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { createFastClock } from '../../helpers/fast-clock.ts';
import { createVirtualClock, virtualSystem } from '../../helpers/virtual-clock.ts';
import { httpAnswer, profileOf, startRawService, type RawService } from '../../helpers/service/raw-service.ts';

/** What the service says of each id: a state, missed, or nothing at all. */
type Say = (id: string, look: number) => 'queued' | 'running' | 'success' | 'failed' | 'missed' | 'silent';

interface Bench extends RawService {
  readonly follower: TaskFollower;
  readonly looks: string[][];
  /** Answers the next looks with this status instead. */
  broken: number;
  brokenStatus: number;
  /** End of the rate limit window that it names then, Unix seconds. */
  resetAt: number;
}

async function setUp(say: Say, serviceId = 'test', system = virtualSystem(createFastClock(20))): Promise<Bench> {
  const looks: string[][] = [];
  const service = await startRawService((socket, request) => {
    const { task_ids: ids } = JSON.parse(request.body.toString()) as { task_ids: string[] };
    looks.push(ids);
    if (bench.broken > 0) {
      bench.broken--;
      return void socket.write(
        httpAnswer(bench.brokenStatus, '{"code":1000}', {
          'x-ratelimit-remaining': 199,
          'x-ratelimit-reset': bench.resetAt,
        }),
      );
    }
    const said = ids.map((id) => [id, say(id, looks.length)] as const);
    const tasks = said.filter(([, word]) => word !== 'missed' && word !== 'silent');
    const data = {
      tasks: Object.fromEntries(tasks.map(([id, status]) => [id, { task_id: id, type: 'x', status, progress: 40 }])),
      missed: said.filter(([, word]) => word === 'missed').map(([id]) => id),
    };
    socket.write(httpAnswer(200, JSON.stringify({ code: 0, data })));
  });
  const client = createServiceClient(profileOf(service.origin, { pollMs: 5, id: serviceId }));
  const follower = createTaskFollower(async () => client, system);
  onTestFinished(async () => {
    follower.close();
    await client.close();
  });
  const bench: Bench = { ...service, follower, looks, broken: 0, brokenStatus: 500, resetAt: 1 };
  return bench;
}

const quiet: FollowListener = { onTask: () => undefined, onProblem: () => undefined };
const never = new AbortController().signal;

describe('following tasks', () => {
  test('asks nothing while nothing runs', async () => {
    const { follower, looks } = await setUp(() => 'success');
    expect(looks).toEqual([]);
    await follower.follow(randomUUID(), 'test', quiet, never);
    const after = looks.length;
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect([after, looks.length]).toEqual([1, 1]);
  });

  test('asks for all of them at once, a hundred to a call', async () => {
    const { follower, looks } = await setUp(() => 'success');
    const ids = Array.from({ length: 250 }, () => randomUUID());
    const tasks = await Promise.all(ids.map((id) => follower.follow(id, 'test', quiet, never)));
    expect(tasks.map(({ task_id: id }) => id)).toEqual(ids);
    expect(looks.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  test('tells every look and ends with the last state', async () => {
    const states = ['queued', 'running', 'running', 'failed'] as const;
    const { follower } = await setUp((_, look) => states[look - 1] ?? 'failed');
    const heard: string[] = [];
    const listener = { ...quiet, onTask: ({ status }: { status: string }) => void heard.push(status) };
    expect((await follower.follow(randomUUID(), 'test', listener, never)).status).toBe('failed');
    expect(heard).toEqual(states);
  });

  test('tells of trouble, goes on by itself, and tells when it is over', async () => {
    const bench = await setUp(() => 'success');
    bench.broken = 1;
    const heard: (string | null)[] = [];
    const listener: FollowListener = { ...quiet, onProblem: (error) => void heard.push(error?.code ?? null) };
    const other = bench.follower.follow(randomUUID(), 'test', listener, never);
    expect((await other).status).toBe('success');
    expect(heard).toEqual(['service_error']);
    expect(bench.looks.length).toBe(2);
  });

  test('asks again after the usual pause though the response names the end of its rate limit window', async () => {
    const clock = createVirtualClock(Date.now());
    const bench = await setUp(() => 'success', 'test', virtualSystem(clock));
    bench.broken = 1;
    bench.resetAt = Math.ceil(clock.now() / 1000) + 60;
    const task = bench.follower.follow(randomUUID(), 'test', quiet, never);
    await clock.advance(0);
    await expect.poll(() => clock.timers()).toBe(1);
    await clock.advance(4_000);
    expect((await task).status).toBe('success');
    expect(bench.looks.length).toBe(2);
  });

  test('a key that is refused once is used again; refused for good it ends the following', async () => {
    const bench = await setUp(() => 'success');
    Object.assign(bench, { broken: 1, brokenStatus: 401 });
    expect((await bench.follower.follow(randomUUID(), 'test', quiet, never)).status).toBe('success');
    bench.broken = Infinity;
    const lost = [bench.follower.follow(randomUUID(), 'test', quiet, never)];
    lost.push(bench.follower.follow(randomUUID(), 'test', quiet, never));
    for (const each of lost) await expect(each).rejects.toMatchObject({ code: 'invalid_api_key' });
    expect(bench.looks.length).toBe(2 + 3);
  });

  test('a task that is missed once is asked for again; missed for good it is lost', async () => {
    const lagging = await setUp((_, look) => (look < 4 ? 'missed' : 'success'));
    expect((await lagging.follower.follow(randomUUID(), 'test', quiet, never)).status).toBe('success');
    const gone = await setUp(() => 'missed');
    await expect(gone.follower.follow(randomUUID(), 'test', quiet, never)).rejects.toMatchObject({
      code: 'task_missing',
    });
    expect(gone.looks.length).toBe(8);
  });

  test('a task that is neither there nor missed is asked for again, and reported after eight polls', async () => {
    const { follower, looks } = await setUp((_, look) => (look < 12 ? 'silent' : 'success'));
    const heard: (string | undefined)[] = [];
    const listener: FollowListener = { ...quiet, onProblem: (error) => void heard.push(error?.code) };
    expect((await follower.follow(randomUUID(), 'test', listener, never)).status).toBe('success');
    expect(looks.length).toBe(12);
    expect(heard).toEqual(Array.from({ length: 4 }, () => 'service_error'));
  });

  test('stops with the signal’s reason, and asks no more', async () => {
    const { follower, looks } = await setUp(() => 'running');
    const abort = new AbortController();
    const listener = { ...quiet, onTask: () => void abort.abort(new Error('enough')) };
    await expect(follower.follow(randomUUID(), 'test', listener, abort.signal)).rejects.toThrow('enough');
    await expect(follower.follow(randomUUID(), 'test', quiet, abort.signal)).rejects.toThrow('enough');
    const after = looks.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(looks.length).toBeLessThanOrEqual(after + 1);
  });

  test('a listener that fails ends its own following only', async () => {
    const { follower } = await setUp((_, look) => (look < 3 ? 'running' : 'success'));
    const failing = {
      ...quiet,
      onTask: () => {
        throw new Error('disk full');
      },
    };
    const failed = follower.follow(randomUUID(), 'test', failing, never);
    const other = follower.follow(randomUUID(), 'test', quiet, never);
    await expect(failed).rejects.toThrow('disk full');
    expect((await other).status).toBe('success');
  });

  test('a task of another service or key is not called lost when the settings changed meanwhile', async () => {
    const { follower, looks } = await setUp(() => 'missed', 'another');
    await expect(follower.follow(randomUUID(), 'test', quiet, never)).rejects.toMatchObject({ code: 'no_api_key' });
    expect(looks).toEqual([]);
  });
});
