import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openBenchApp } from './bench-app.ts';
import { defineGroup, type Trial } from './harness/row.ts';

const JOBS = 8;
const QUICK_JOBS = 2;
const IDLE_MS = 2_000;
const RESOLUTION_MS = 1;
const ORDER = { formats: ['glb', 'fbx', 'usdz'], serviceKind: 'local', free: true, outFolder: null } as const;

interface Context {
  readonly session: Awaited<ReturnType<typeof openBenchApp>>;
  readonly image: string;
  readonly jobs: number;
  /** 99th percentiles of the event loop’s delay and of a task query until a promise settles, milliseconds. */
  measureUntil(end: Promise<unknown>): Promise<{ loop: number; query: number }>;
}

const busy: Trial<Context> = {
  rows: [
    {
      id: 'latency/event-loop',
      what: 'event loop delay of the main process while eight jobs run, 99th percentile',
      quickWhat: 'event loop delay of the main process while two jobs run, 99th percentile',
      ...{ figure: 'loop', unit: 'ms', better: 'lower', goal: { limit: 10 } },
    },
    {
      id: 'latency/query',
      what: 'task query while eight jobs run, 99th percentile',
      quickWhat: 'task query while two jobs run, 99th percentile',
      ...{ figure: 'query', unit: 'ms', better: 'lower', goal: { limit: 20 } },
    },
  ],
  state: 'warm',
  ours({ session: { app }, image, jobs, measureUntil }) {
    const sources = Array.from({ length: jobs }, () => ({ path: image, kind: 'picture', bytes: 0 }) as const);
    const records = app.queue.add(sources, ORDER);
    return measureUntil(app.queue.whenSettled(records.map(({ id }) => id)));
  },
  peer: { name: 'the app idle', measure: ({ measureUntil }) => measureUntil(pause(IDLE_MS)) },
};

/** The delay of main’s event loop and the answers of the service while the engine works, each beside itself when idle. */
export const latencyGroup = defineGroup<Context>({
  name: 'latency',
  async open({ isQuick }) {
    const session = await openBenchApp();
    const { app, folder } = session;
    const image = await writeSampleImage(folder.at(), 'bench.png', 1024);
    const [first] = app.queue.add([{ path: image, kind: 'picture', bytes: 0 }], ORDER);
    await app.queue.whenSettled([first?.id ?? '']);
    const taskId = app.queue.records()[0]?.steps[0]?.taskId ?? '';
    const client = await app.services.client('local');
    const measureUntil: Context['measureUntil'] = async (end) => {
      const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      const queries: number[] = [];
      let isOver = false;
      void end.finally(() => (isOver = true));
      loop.enable();
      while (!isOver) {
        const start = performance.now();
        await client.getTask(taskId);
        queries.push(performance.now() - start);
        await pause(5);
      }
      loop.disable();
      queries.sort((a, b) => a - b);
      return {
        loop: loop.percentile(99) / 1e6 - RESOLUTION_MS,
        query: queries[Math.floor(queries.length * 0.99)] ?? 0,
      };
    };
    return { session, image, jobs: isQuick ? QUICK_JOBS : JOBS, measureUntil };
  },
  close: ({ session }) => session.close(),
  trials: [busy],
});
