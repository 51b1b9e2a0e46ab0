import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { toCredits, toWireCredits } from '../../../src-shared/api/pricing/credits.ts';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';

const POOLS = statement(
  'metrics-pools',
  `SELECT category, count(*) FILTER (WHERE status = 'queued')::int, count(*) FILTER (WHERE status = 'running')::int,
           coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE status = 'queued')), 0)::double precision
         FROM tasks WHERE status IN ('queued', 'running') GROUP BY category`,
);
const MONEY = statement('metrics-money', 'SELECT balance, frozen FROM account');

/** Bounds of the latency, seconds: a poll takes milliseconds, an upload as a form minutes. */
const LATENCY_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Metrics of a process of a studio, for Prometheus. */
export interface Metrics {
  readonly registry: Registry;
  /** Ends of tasks in this worker, by result. */
  readonly tasks: Counter<'result'>;
  /** Claims that this worker lost. */
  readonly lostClaims: Counter;
}

/** Metrics that every process has. Those of the queue and the account are read from the database when they are asked for. */
export function createMetrics(postgres: Postgres): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const queued = new Gauge({
    name: 'dropforge_tasks_queued',
    help: 'Tasks that wait for a worker.',
    labelNames: ['category'],
    registers,
    async collect() {
      const { rows } = await postgres.query<[category: string, queued: number, running: number, age: number]>(POOLS);
      queued.reset();
      running.reset();
      oldest.reset();
      for (const [category, waiting, active, seconds] of rows) {
        queued.set({ category }, waiting);
        running.set({ category }, active);
        oldest.set({ category }, seconds);
      }
    },
  });
  const running = new Gauge({
    ...{ name: 'dropforge_tasks_running', help: 'Tasks that workers run.', labelNames: ['category'], registers },
  });
  const oldest = new Gauge({
    name: 'dropforge_oldest_task_seconds',
    help: 'Age of the oldest task that waits.',
    ...{ labelNames: ['category'], registers },
  });
  const credits = new Gauge({
    name: 'dropforge_credits',
    help: 'Credits of the account: spendable, and held for unfinished tasks.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const { rows } = await postgres.query<[balance: number, frozen: number]>(MONEY);
      const [balance = 0, frozen = 0] = rows[0] ?? [];
      credits.set({ kind: 'balance' }, toWireCredits(toCredits(balance)));
      credits.set({ kind: 'held' }, toWireCredits(toCredits(frozen)));
    },
  });
  return {
    registry,
    tasks: new Counter({
      name: 'dropforge_worker_tasks_total',
      help: 'Tasks that this worker ended, by result.',
      ...{ labelNames: ['result'], registers },
    }),
    lostClaims: new Counter({
      ...{
        name: 'dropforge_worker_claims_lost_total',
        help: 'Tasks that this worker had to stop: cancelled, or lost to another worker.',
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
