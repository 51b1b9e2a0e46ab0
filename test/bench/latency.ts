import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { withApp } from './bench-app.ts';
import type { Figure } from './unconverted.ts';

const JOBS = 8;
const IDLE_MS = 2_000;
const RESOLUTION_MS = 1;
const LOOP_GOAL_MS = 10;
const QUERY_GOAL_MS = 20;

/** Main's event-loop delay and the service's answers while the engine works, each beside itself when idle. */
export function benchLatency(): Promise<Figure[]> {
  return withApp(async (app, folder) => {
    const picture = await writeSampleImage(folder, 'bench.png', 1024);
    const order = { formats: ['glb', 'fbx', 'usdz'], serviceKind: 'local', free: true, outFolder: null } as const;
    const [first] = app.queue.add([{ path: picture, kind: 'picture', bytes: 0 }], order);
    await app.queue.whenSettled([first?.id ?? '']);
    const taskId = app.queue.records()[0]?.steps[0]?.taskId ?? '';
    const client = await app.services.client('local');

    const measure = async (until: Promise<unknown>): Promise<{ loop: number; query: number }> => {
      const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      const queries: number[] = [];
      let over = false;
      void until.finally(() => (over = true));
      loop.enable();
      while (!over) {
        const start = performance.now();
        await client.getTask(taskId);
        queries.push(performance.now() - start);
        await delay(5);
      }
      loop.disable();
      queries.sort((a, b) => a - b);
      return {
        loop: loop.percentile(99) / 1e6 - RESOLUTION_MS,
        query: queries[Math.floor(queries.length * 0.99)] ?? 0,
      };
    };

    const idle = await measure(delay(IDLE_MS));
    const sources = Array.from({ length: JOBS }, () => ({ path: picture, kind: 'picture', bytes: 0 }) as const);
    const records = app.queue.add(sources, order);
    const busy = await measure(app.queue.whenSettled(records.map(({ id }) => id)));
    const show = (ms: number): string => `${ms.toFixed(1)} ms`;
    return [
      {
        what: `Event-loop delay of main, p99, ${JOBS} jobs running`,
        value: show(busy.loop),
        goal: '≤ 10 ms',
        peer: `idle ${show(idle.loop)}`,
        met: busy.loop <= LOOP_GOAL_MS,
      },
      {
        what: 'GET /v3/tasks/{id}, p99, engine working',
        value: show(busy.query),
        goal: '≤ 20 ms',
        peer: `idle ${show(idle.query)}`,
        met: busy.query <= QUERY_GOAL_MS,
      },
    ];
  });
}
