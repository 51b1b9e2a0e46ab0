import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { findUnknownTasks, MAX_TASKS_PER_ORDER, type UnknownTask } from '../pipeline/find-unknown-tasks.ts';
import type { Intent } from '../pipeline/intent.ts';
import { belongsTo, serviceOf } from '../pipeline/job-record.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { adoptOrphanTask, findByNonce, findLostOrder, isAdoptable } from './commands/adopt-orphan-task.ts';
import { hasFoundTask, toTaskSearch } from './commands/resolve-charge.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { QueueParts } from './queue-parts.ts';
import { log } from '../base/log/log.ts';

/** Interval of the search for tasks whose creation was not confirmed. */
const LOOK_PAUSE_MS = 5 * 60_000;
/** How long after sending it an order is searched for. */
const LOOK_FOR_MS = 24 * 3_600_000;
/** Delay of the first sweep after the start. */
const FIRST_SWEEP_MS = 60_000;
const SWEEP_PAUSE_MS = 24 * 3_600_000;
/** Period that the first sweep covers. */
const SWEEP_BACK_MS = 7 * 24 * 3_600_000;
/** Second tasks that one sweep of a service downloads automatically; it offers the others to the user. */
const MAX_SECOND_TASKS = 20;

/** A task at the service that no job has, with files that can be downloaded. */
export interface OrphanTask {
  readonly task: UnknownTask;
  readonly client: ServiceClient;
}

/** Searches automatically for tasks whose responses were lost; spends nothing. */
export interface Reconciler {
  start(): void;
  /** Tasks of the last sweep that no job has. */
  found(): OrphanTask[];
  /** Searches the histories of all services now; returns the tasks that no job has. */
  sweep(): Promise<OrphanTask[]>;
  /** Creates jobs from found tasks; returns their ids. */
  adopt(taskIds: readonly string[]): string[];
  /** Dismisses found tasks. */
  dismiss(taskIds: readonly string[]): void;
  close(): void;
}

interface Deps extends Pick<QueueDeps, 'connect' | 'serviceInUse' | 'otherServices'> {
  readonly parts: QueueParts;
  /** See `settleLostOrders`. */
  settleLost(client: ServiceClient): Promise<void>;
}

/** Creates an idle reconciler. */
export function createReconciler({ parts, connect, serviceInUse, otherServices, settleLost }: Deps): Reconciler {
  const { clock } = parts.system;
  let found: OrphanTask[] = [];
  let stops: (() => void)[] = [];
  let isClosed = false;

  const every = (firstMs: number, pauseMs: number, run: () => Promise<void>): void => {
    const again = (ms: number): void => {
      const stop = clock.after(ms, () => {
        stops = stops.filter((other) => other !== stop);
        void run()
          .catch(logUnexpected)
          .then(() => {
            if (!isClosed) again(pauseMs);
          });
      });
      stops.push(stop);
    };
    again(firstMs);
  };

  /** Continues jobs whose order has its task. */
  const continueFound = (): void => {
    for (const record of parts.list.recent()) {
      if (record.status !== 'unknown' || parts.abortOf(record.id) || !hasFoundTask(record, parts.intents)) continue;
      parts.list.save(toTaskSearch(record));
    }
    parts.pump();
  };

  /** Checks each service that has unconfirmed orders. */
  const look = async (): Promise<void> => {
    continueFound();
    const unknown = parts.list.recent().filter(({ status }) => status === 'unknown');
    const services = new Map(unknown.map((record) => [`${serviceOf(record)} ${record.serviceId}`, record]));
    for (const record of services.values()) {
      await connect(record)
        .then(({ client }) => lookAt(client))
        .catch(logUnexpected);
    }
  };

  /** Reads a service's history once for all its unconfirmed orders. */
  const lookAt = async (client: ServiceClient): Promise<void> => {
    const now = await client.serverTime();
    const isLookedFor = (intent: Intent | null): intent is Intent =>
      intent !== null && parts.abortOf(intent.jobId) === null && now - (intent.sentAt ?? 0) < LOOK_FOR_MS;
    await lookForLost(client, isLookedFor);
    const open = parts.intents.listAmbiguous(client.profile.id).filter(isLookedFor);
    if (open.length === 0) return;
    const since = Math.min(...open.map((intent) => intent.sentAt ?? 0));
    const { tasksOf } = await findUnknownTasks(client, parts.intents, since, () => open);
    await settleAll(open, tasksOf, client);
  };

  /** Tasks that were unknown to the service when they were polled; their jobs continue if it knows them again. */
  const lookForLost = async (client: ServiceClient, isLookedFor: (intent: Intent | null) => boolean): Promise<void> => {
    const lost = parts.list.recent().filter(({ id, status, step, steps, serviceId }) => {
      if (status !== 'unknown' || serviceId !== client.profile.id || !steps[step]?.taskId) return false;
      return isLookedFor(parts.intents.findStanding(id, step));
    });
    const taskIds = lost.flatMap(({ step, steps }) => steps[step]?.taskId ?? []);
    for (let at = 0; at < taskIds.length; at += LIMITS.batchQueryIds) {
      const { tasks } = await client.listTasks(taskIds.slice(at, at + LIMITS.batchQueryIds));
      for (const { id } of lost) {
        const record = parts.list.get(id);
        const isBack = record?.status === 'unknown' && tasks.has(record.steps[record.step]?.taskId ?? '');
        if (isBack) parts.list.save(toTaskSearch(record));
      }
    }
    parts.pump();
  };

  /** Binds the found tasks of orders, one order after the other. */
  const settleAll = async (
    intents: readonly Intent[],
    tasksOf: (orderId: string) => readonly UnknownTask[],
    client: ServiceClient,
  ): Promise<void> => {
    for (const intent of intents) {
      if (tasksOf(intent.id).length === 0) continue;
      settle(intent, tasksOf(intent.id), client);
      // Writes are durable, so that many of them at once would stop everything else.
      await clock.pause(0);
      if (isClosed) return;
    }
  };

  const settle = (intent: Intent, tasks: readonly UnknownTask[], client: ServiceClient): void => {
    // Another order may have taken the duplicate task in the meantime, or before it was given up.
    const own = tasks.filter((task) => !parts.intents.isTaken(task.task_id));
    const record = parts.list.get(intent.jobId);
    const [first, ...more] = own;
    if (!first || record?.status !== 'unknown' || parts.abortOf(intent.jobId)) return;
    // One transaction: a job in doubt whose order has its task would not be searched for again.
    parts.list.save(toTaskSearch(record), (write) => parts.intents.bindWith(intent.id, first.task_id, write));
    parts.pump();
    for (const task of more) adoptOrphanTask(parts, task, toPlace(client), record);
  };

  /** The charge of an order is recorded even if nobody wants its result. */
  const noteLost = (task: UnknownTask): void => {
    const order = findLostOrder(parts, task);
    if (order) parts.intents.noteLostTask(order.id, task.task_id);
  };

  /** The order that a task is a second result of; null: none. */
  const findFirstOrder = (task: UnknownTask): Intent | null => {
    const intent = findByNonce(task, parts.intents);
    if (!intent) return null;
    const isHeld = parts.list.get(intent.jobId)?.status === 'held';
    const isAgain = isHeld || parts.intents.findStanding(intent.jobId, intent.step) !== null;
    const isSentAgain = intent.state === 'abandoned' && intent.taskId === null && isAgain;
    return intent.state === 'bound' || isSentAgain ? intent : null;
  };

  /** Downloads the results of second tasks of the same order, because they were charged too; at most a few. */
  const adoptSeconds = async (tasks: readonly UnknownTask[], client: ServiceClient): Promise<void> => {
    const counts = new Map<string, number>();
    let adopted = 0;
    for (const task of tasks) {
      const first = findFirstOrder(task);
      const count = first ? (counts.get(first.id) ?? 0) : 0;
      if (first && count < MAX_TASKS_PER_ORDER - 1 && adopted < MAX_SECOND_TASKS) {
        const job = adoptOrphanTask(parts, task, toPlace(client), parts.list.get(first.jobId) ?? null);
        if (job) {
          counts.set(first.id, count + 1);
          adopted += 1;
          await clock.pause(0);
          if (isClosed) return;
        }
      }
      noteLost(task);
    }
  };

  /** The history of the service in use must be readable; for the others, the last known result is kept on failure. */
  const sweep = async (): Promise<OrphanTask[]> => {
    continueFound();
    const fresh = await sweepAt(await serviceInUse());
    for (const client of (await otherServices?.()) ?? []) {
      const before = found.filter((known) => known.client.profile.id === client.profile.id);
      const there = await sweepAt(client).catch((error: unknown) => (logUnexpected(error), before));
      fresh.push(...there);
    }
    found = fresh;
    return found;
  };

  const sweepAt = async (client: ServiceClient): Promise<OrphanTask[]> => {
    // The first result of an unconfirmed order belongs to it, however long ago it was sent. The order of a removed job is
    // not searched for anywhere else.
    const listOrders = (): Intent[] =>
      parts.intents.listAmbiguous(client.profile.id).filter(({ jobId }) => parts.list.get(jobId) !== undefined);
    const since = (await client.serverTime()) - SWEEP_BACK_MS;
    const { tasksOf, others, left } = await findUnknownTasks(client, parts.intents, since, listOrders);
    await settleAll(listOrders(), tasksOf, client);
    await adoptSeconds(others, client);
    if (isClosed) return [];
    if (left > 0) log.warn('queue', `${left} more tasks without a job at the service are not listed`);
    await settleLost(client);
    return others
      .filter((task) => isAdoptable(task, parts.intents) && !parts.intents.knowsTask(task.task_id))
      .map((task) => ({ task, client }));
  };

  return {
    start: () => {
      every(LOOK_PAUSE_MS, LOOK_PAUSE_MS, look);
      every(FIRST_SWEEP_MS, SWEEP_PAUSE_MS, async () => void (await sweep()));
    },
    found: () => found.filter(({ task }) => !parts.intents.knowsTask(task.task_id)),
    sweep,
    adopt: (taskIds) =>
      found
        .filter(({ task }) => taskIds.includes(task.task_id))
        .flatMap(({ task, client }) => adoptOrphanTask(parts, task, toPlace(client), null)?.id ?? []),
    dismiss: (taskIds) => {
      for (const id of taskIds) parts.intents.dismissTask(id);
    },
    close: () => {
      isClosed = true;
      for (const stop of stops) stop();
    },
  };
}

function toPlace({ profile }: ServiceClient): Parameters<typeof adoptOrphanTask>[2] {
  return { ...belongsTo(profile), free: profile.free };
}

/** Ignores being offline; the next sweep runs automatically. */
function logUnexpected(error: unknown): void {
  if (!(error instanceof AppError)) log.error('queue', 'reconciling lost responses failed', error);
}
