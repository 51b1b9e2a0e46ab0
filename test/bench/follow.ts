import { createTaskFollower, type FollowListener } from '../../src-main/pipeline/steps/follow-tasks.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { createFakeNetwork } from '../helpers/service/fake-network.ts';
import { profileOf } from '../helpers/service/raw-service.ts';
import { createVirtualClock, virtualSystem } from '../helpers/virtual-clock.ts';
import { defineGroup, type Trial } from './harness/row.ts';

/** How soon an end has to be seen for the bound to hold, ms: the usual pause of a cloud service. */
const SEEN_WITHIN_MS = 2_000;
const ANSWER_MS = 40;
const IDLE_MS = 10 * 60_000;

const quiet: FollowListener = { onTask: () => undefined, onProblem: () => undefined };

/** The bounds of the runs so far, by the number of tasks. */
type Context = Map<number, number>;

/**
 * The real follower and client against a service in this process and virtual time: requests until all tasks are seen to
 * have ended, beside the online bound (whoever must see an end within L while R tasks run asks ⌈R / 100⌉ times each L).
 */
export const followGroup = defineGroup<Context>({
  name: 'follow',
  open: () => Promise.resolve(new Map()),
  close: () => Promise.resolve(),
  trials: [compare(1_000, 10, 1), compare(10_000, 40, 0)],
});

function compare(count: number, slots: number, quickRuns: number): Trial<Context> {
  return {
    rows: [
      {
        id: `follow/requests-${count}`,
        what: `requests to follow ${count.toLocaleString('en')} tasks to their ends, ${slots} at once`,
        ...{ figure: 'requests', unit: '', better: 'lower', goal: { ratio: 1.05 } },
      },
      {
        id: `follow/idle-${count}`,
        what: `requests in ten idle minutes after ${count.toLocaleString('en')} tasks`,
        ...{ figure: 'idle', unit: '', better: 'lower', goal: { limit: 0 } },
      },
    ],
    state: 'cold',
    isExact: true,
    isOneEvent: true,
    quickRuns,
    async ours(bounds) {
      const { requests, bound, idle } = await follow(count, slots);
      bounds.set(count, bound);
      return { requests, idle };
    },
    peer: {
      name: `the online bound at ${SEEN_WITHIN_MS / 1000} s`,
      measure: (bounds) => Promise.resolve({ requests: bounds.get(count) ?? Number.NaN }),
    },
  };
}

/** Requests until `count` tasks have been seen to end, the online bound for them, and the requests in ten idle minutes. */
async function follow(count: number, slots: number) {
  const clock = createVirtualClock();
  const chance = createChance();
  const system = { ...virtualSystem(clock), random: { ...virtualSystem(clock).random, share: chance } };
  const ends = new Map<string, { readonly from: number; readonly to: number }>();
  const network = createFakeNetwork(async ({ body }) => {
    await clock.pause(ANSWER_MS);
    const tasks = (body as { task_ids: string[] }).task_ids.map((id) => [id, toTask(id)]);
    return { data: { tasks: Object.fromEntries(tasks) as unknown, missed: [] } };
  });
  const toTask = (id: string): unknown => {
    const { from, to } = ends.get(id) as { from: number; to: number };
    const share = Math.min(1, (clock.elapsed() - from) / (to - from));
    return {
      task_id: id,
      type: 'image_to_model',
      status: share < 1 ? 'running' : 'success',
      progress: Math.floor(share * 100),
    };
  };
  const client = createServiceClient(profileOf('http://127.0.0.1:1', { pollMs: SEEN_WITHIN_MS }), network, system);
  const follower = createTaskFollower(async () => client, system);

  let [started, seen, running, bound, boundAt] = [0, 0, 0, 0, 0];
  const count100 = (): void => {
    bound += (Math.ceil(running / LIMITS.batchQueryIds) * (clock.elapsed() - boundAt)) / SEEN_WITHIN_MS;
    boundAt = clock.elapsed();
  };
  const start = (): void => {
    count100();
    running++;
    const id = `00000000-0000-4000-8000-${String(started++).padStart(12, '0')}`;
    const to = clock.elapsed() + lognormal(chance);
    ends.set(id, { from: clock.elapsed(), to });
    void follower.follow(id, 'test', quiet, new AbortController().signal).then(() => {
      count100();
      running--;
      seen++;
      if (started < count) start();
    });
  };
  for (let slot = 0; slot < slots; slot++) start();
  await clock.runUntil(() => seen === count);
  const requests = network.calls.length;
  await clock.advance(IDLE_MS);
  const idle = network.calls.length - requests;
  follower.close();
  return { requests, bound, idle };
}

/** Tasks of about a minute, as in performance.md section 6, ms. */
function lognormal(chance: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return 60_000 * Math.exp(0.4 * normal);
}

/** Chance with a seed (mulberry32), so that every run measures the same. */
function createChance(): () => number {
  let state = 20_261_121;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
