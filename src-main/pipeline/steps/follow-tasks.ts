import { LIMITS, MAX_TASK_MISSES } from '../../../src-shared/api/protocol/limits.ts';
import { isTerminal, toTaskKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';
import { SYSTEM, type System } from '../../base/system.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { createPollInterval } from '../poll-interval.ts';
import { backoffMs } from '../../service-client/rates/backoff.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Consecutive polls that do not answer for a task before this is reported; polling continues. */
const MAX_UNANSWERED = 8;

/** Consecutive polls refused for their key before following ends; a gateway may refuse one by mistake. */
const MAX_KEY_REFUSALS = 3;

/** The error of a job whose task was created with another key. */
const ANOTHER_SERVICE = message('subject.service-of-job');

/** Follows all running tasks with one batch query per tick, and sends no request while none runs. */
export interface TaskFollower {
  /**
   * Resolves with the task in its final state; rejects when the service no longer knows it, when its key is missing, was
   * changed or is refused, with the error of a listener, or with the signal's reason.
   */
  follow(taskId: string, serviceId: string, listener: FollowListener, signal: AbortSignal): Promise<TaskResponse>;
  /** Polls a task soon, because it may have changed. The hint itself is not trusted. */
  hint(taskId: string): void;
  close(): void;
}

/** The service answers, but not for the task, or in a way that cannot be read. */
const UNANSWERED = toErrorInfo(
  new AppError('service_error', message('service.unexpected-response'), { retryable: true }),
);

/** Simultaneous events cause one poll. */
const HINT_MS = 200;

/** Callbacks of a follower. */
export interface FollowListener {
  onTask(task: TaskResponse): void;
  /** The task cannot be queried (null: it can again); called for every such poll, and polling continues automatically. */
  onProblem(error: ErrorInfo | null): void;
}

interface Followed {
  readonly serviceId: string;
  readonly listener: FollowListener;
  readonly resolve: (task: TaskResponse) => void;
  readonly reject: (error: unknown) => void;
  misses: number;
  /** Consecutive polls that did not answer for it. */
  unanswered: number;
}

/**
 * A follower of one service; the client is requested again for each tick, because the local service may move. `isWatched`:
 * returns true while the progress is watched.
 */
export function createTaskFollower(
  getClient: () => Promise<ServiceClient>,
  { clock, random }: Pick<System, 'clock' | 'random'> = SYSTEM,
  isWatched: () => boolean = () => true,
): TaskFollower {
  const followed = new Map<string, Followed>();
  const pace = createPollInterval(clock, isWatched);
  let unschedule: (() => void) | null = null;
  let nextAt = Infinity;
  let hinted = false;
  let failures = 0;
  let keyRefusals = 0;
  /** The service's usual interval, once it is known. */
  let usualMs = 0;
  let closed = false;
  let looking = false;

  const schedule = (delayMs: number): void => {
    if (looking || closed || followed.size === 0) return;
    const at = clock.elapsed() + delayMs;
    // An earlier poll is already scheduled.
    if (unschedule && nextAt <= at) return;
    unschedule?.();
    nextAt = at;
    unschedule = clock.after(delayMs, () => {
      unschedule = null;
      void tick();
    });
  };

  const tick = async (): Promise<void> => {
    let nextMs: number;
    looking = true;
    hinted = false;
    try {
      const client = await getClient();
      const ids = keepOwn(client);
      for (let at = 0; at < ids.length; at += LIMITS.batchQueryIds) {
        await look(client, ids.slice(at, at + LIMITS.batchQueryIds));
      }
      if (failures > 0) for (const entry of followed.values()) tell(entry, (listener) => listener.onProblem(null));
      failures = 0;
      keyRefusals = 0;
      usualMs = client.profile.pollMs;
      nextMs = pace.pauseMs(usualMs, random.fraction());
    } catch (error) {
      const trouble = toErrorInfo(error);
      nextMs = backoffMs(failures++, error instanceof AppError ? error.retryAt : null, clock.now(), random.fraction);
      keyRefusals = trouble.code === 'invalid_api_key' ? keyRefusals + 1 : 0;
      // Tasks cannot be queried without their key; with the key they are followed again.
      if (trouble.code === 'no_api_key' || keyRefusals >= MAX_KEY_REFUSALS) {
        for (const { reject } of followed.values()) reject(error);
      } else {
        for (const entry of followed.values()) tell(entry, (listener) => listener.onProblem(trouble));
      }
    }
    looking = false;
    schedule(hinted && failures === 0 ? HINT_MS : nextMs);
  };

  /** Ids this service can know; a task of another service or key would appear missing here. */
  const keepOwn = (client: ServiceClient): string[] => {
    for (const { serviceId, reject } of followed.values()) {
      if (serviceId !== client.profile.id) reject(new AppError('no_api_key', '', { subject: ANOTHER_SERVICE }));
    }
    return [...followed].flatMap(([id, { serviceId }]) => (serviceId === client.profile.id ? id : []));
  };

  const look = async (client: ServiceClient, ids: readonly string[]): Promise<void> => {
    const { tasks, missed } = await client.listTasks(ids);
    for (const [id, task] of tasks) {
      const entry = followed.get(id);
      if (!entry) continue;
      entry.misses = 0;
      entry.unanswered = 0;
      pace.record(task);
      tell(entry, (listener) => listener.onTask(task));
      if (isTerminal(task.status)) entry.resolve(task);
    }
    for (const id of missed) {
      const entry = followed.get(id);
      if (entry && ++entry.misses >= MAX_TASK_MISSES) {
        entry.reject(new AppError('task_missing', message('task.id', { id })));
      }
    }
    const answered = new Set([...tasks.keys(), ...missed]);
    for (const id of ids) {
      const entry = answered.has(id) ? undefined : followed.get(id);
      if (entry && ++entry.unanswered >= MAX_UNANSWERED) tell(entry, (listener) => listener.onProblem(UNANSWERED));
    }
  };

  return {
    follow: (taskId, serviceId, listener, signal) =>
      new Promise<TaskResponse>((resolve, reject) => {
        const stop = (): void => reject(signal.reason as Error);
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        followed.set(taskId, { serviceId, listener, resolve, reject, misses: 0, unanswered: 0 });
        // A task from before a restart may have ended; together with others it waits for the next poll, at most the usual interval.
        if (!unschedule) schedule(0);
        else if (failures === 0 && isWatched()) schedule(usualMs);
      }).finally(() => {
        followed.delete(taskId);
        pace.forget(taskId);
      }),
    hint: (taskId) => {
      const key = toTaskKey(taskId);
      if (failures > 0 || ![...followed.keys()].some((id) => toTaskKey(id) === key)) return;
      hinted = true;
      schedule(HINT_MS);
    },
    close: () => {
      closed = true;
      unschedule?.();
    },
  };
}

/** A listener writes to the disk and may fail; that ends only its own following. */
function tell({ listener, reject }: Followed, say: (listener: FollowListener) => void): void {
  try {
    say(listener);
  } catch (error) {
    reject(error);
  }
}
