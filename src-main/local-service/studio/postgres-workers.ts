import { randomUUID } from 'node:crypto';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';

/** A worker as it registers itself. */
export interface WorkerDescription {
  /** Shown in the console. */
  readonly name: string;
  readonly host: string;
  /** Version of Dropforge. */
  readonly version: string;
  /** Tasks that it runs at the same time. */
  readonly seats: number;
}

/** A worker as the console shows it. */
export interface StudioWorkerState extends WorkerDescription {
  readonly id: string;
  readonly running: number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly beatAt: number;
  /** True after a silence in which its tasks went to others. */
  readonly isLost: boolean;
}

/** A worker that is registered until it is closed. */
export interface WorkerRegistration {
  /** Removes it: it was not lost. */
  close(): Promise<void>;
}

/** Interval of beats. */
const BEAT_MS = 3_000;

/** As the queue: a worker that is silent for this long loses its tasks. */
const SILENCE = '10 seconds';

/** Lost workers are shown for this long. */
const KEEP_LOST = '1 day';

/** An outage of the database, or another process, may have removed the row. */
const BEAT = statement(
  'worker-beat',
  `INSERT INTO workers (id, name, host, version, seats, running) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (id) DO UPDATE SET running = excluded.running, beat_at = now()`,
);
const REMOVE = statement('worker-remove', 'DELETE FROM workers WHERE id = $1');
const FORGET = statement('worker-forget', `DELETE FROM workers WHERE beat_at < now() - interval '${KEEP_LOST}'`);
const LIST = statement(
  'worker-list',
  `SELECT id::text, name, host, version, seats, running, started_at, beat_at, beat_at < now() - interval '${SILENCE}'
   FROM workers ORDER BY name, started_at`,
);

type Row = [
  ...about: [id: string, name: string, host: string, version: string, seats: number],
  ...state: [running: number, startedAt: Date, beatAt: Date, isLost: boolean],
];

/**
 * Registers a worker, and beats until it is closed; `countRunning` is the number of tasks that it runs. Outages of the
 * database pass: the console shows the worker as lost meanwhile.
 */
export async function registerWorker(
  postgres: Postgres,
  { name, host, version, seats }: WorkerDescription,
  countRunning: () => number,
): Promise<WorkerRegistration> {
  const id = randomUUID();
  const write = (...query: Parameters<Postgres['query']>) => postgres.query(...query).then(ignore, ignore);
  const beat = () => write(BEAT, id, name, host, version, seats, countRunning());
  await write(FORGET);
  let last = beat();
  await last;
  const timer = setInterval(() => {
    last = beat();
  }, BEAT_MS);
  return {
    async close() {
      clearInterval(timer);
      await last;
      await write(REMOVE, id);
    },
  };
}

const ignore = (): void => undefined;

/** The workers of a studio, by name. */
export async function listWorkers(postgres: Postgres): Promise<StudioWorkerState[]> {
  const { rows } = await postgres.query<Row>(LIST);
  return rows.map(([id, name, host, version, seats, running, startedAt, beatAt, isLost]) => ({
    ...{ id, name, host, version, seats, running, isLost },
    startedAt: startedAt.getTime(),
    beatAt: beatAt.getTime(),
  }));
}
