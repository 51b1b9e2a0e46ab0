import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CATEGORY_NAMES } from '../../../src-shared/api/models/categories.ts';
import { toCredits, toWireCredits } from '../../../src-shared/api/pricing/credits.ts';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import { readQueueState } from '../tasks/studio/postgres-queue-state.ts';
import { withTimeout } from './with-timeout.ts';

const MONEY = statement('metrics-money', 'SELECT balance, frozen FROM account');

/** An outage of the database must not take the other metrics with it. */
const DATABASE_MS = 1_500;

/** Bounds of the latency, seconds: a poll takes milliseconds, an upload as a form minutes. */
const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Bounds of the time of a task, seconds. */
const TASK_SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800];

/** Metrics of a process of a studio, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** All metrics as text, with those of the queue and the account as the database has them now. */
  read(): Promise<string>;
}

/** Metrics of a worker. */
export interface WorkerMetrics {
  /** Ends of tasks in this worker, by result; cancelled ones as far as they ran. */
  readonly tasks: Counter<'result'>;
  /** Time from a claim until the worker leaves the task. */
  readonly seconds: Histogram<'category'>;
  /** Claims that expired, of tasks that this worker then took over: a dead worker cannot count its own. */
  readonly lostClaims: Counter;
}

/**
 * Metrics that every process has: its own, and those of the queue and the account. Without the database the latter are left
 * out, so that an outage can be seen.
 */
export function createMetrics(postgres: Postgres): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges that are named as counters; Prometheus’ checker complains.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const isUp = new Gauge({
    ...{ name: 'dropforge_database_up', help: '1 if the process reaches the database, else 0.', registers },
  });
  const ofCategory = (name: string, help: string) => new Gauge({ name, help, labelNames: ['category'], registers });
  const queued = ofCategory('dropforge_tasks_queued', 'Tasks that wait for a worker.');
  const running = ofCategory('dropforge_tasks_running', 'Tasks that workers run.');
  const oldest = ofCategory('dropforge_oldest_task_seconds', 'Age of the oldest task that waits.');
  const credits = new Gauge({
    name: 'dropforge_credits',
    help: 'Credits of the account: spendable, and held for unfinished tasks.',
    ...{ labelNames: ['kind'], registers },
  });

  async function readDatabase(): Promise<void> {
    for (const gauge of [queued, running, oldest, credits]) gauge.reset();
    const [states, money] = await Promise.all([
      readQueueState(postgres),
      postgres.query<[balance: number, frozen: number]>(MONEY),
    ]);
    // A series that comes and goes is hard to draw and to alert on.
    const none = CATEGORY_NAMES.map((category) => ({ category, queued: 0, running: 0, oldestSeconds: null }));
    for (const state of [...none, ...states]) {
      const { category } = state;
      queued.set({ category }, state.queued);
      running.set({ category }, state.running);
      oldest.set({ category }, state.oldestSeconds ?? 0);
    }
    const [balance = 0, frozen = 0] = money.rows[0] ?? [];
    credits.set({ kind: 'balance' }, toWireCredits(toCredits(balance)));
    credits.set({ kind: 'held' }, toWireCredits(toCredits(frozen)));
  }

  return {
    registry,
    async read() {
      const reached = await withTimeout(readDatabase(), DATABASE_MS).then(
        () => 1,
        () => 0,
      );
      isUp.set(reached);
      return registry.metrics();
    },
  };
}

/** Adds the metrics of a worker. */
export function createWorkerMetrics({ registry }: Metrics): WorkerMetrics {
  const registers = [registry];
  const tasks = new Counter({
    name: 'dropforge_worker_tasks_total',
    help: 'Tasks that ended in this worker, by result.',
    ...{ labelNames: ['result'], registers },
  });
  for (const result of ['success', 'failed', 'cancelled']) tasks.inc({ result }, 0);
  return {
    tasks,
    seconds: new Histogram({
      name: 'dropforge_worker_task_seconds',
      help: 'Time from a claim until the worker leaves the task.',
      ...{ labelNames: ['category'], buckets: TASK_SECONDS, registers },
    }),
    lostClaims: new Counter({
      ...{
        name: 'dropforge_worker_claims_lost_total',
        help: 'Tasks that this worker took over because the claim of a worker expired.',
        registers,
      },
    }),
  };
}

/** Counts and times the requests of a server, by route. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const seconds = new Histogram({
    name: 'dropforge_request_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_SECONDS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
}
