import { ENDPOINTS } from '../../../src-shared/api/protocol/endpoints.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { Spending } from '../../../src-shared/settings/settings.ts';
import type { System } from '../../base/system.ts';
import { requestTask } from '../../pipeline/steps/create.ts';
import { createTaskFollower } from '../../pipeline/steps/follow-tasks.ts';
import type { QueueStore } from '../../queue/store/queue-store.ts';
import { parseTask, type TaskResponse } from '../../service-client/task-response.ts';
import { backoffMs } from '../../service-client/rates/backoff.ts';
import type { ServiceClient } from '../../service-client/service-client.ts';
import { createPurchase, type Purchase } from './purchase.ts';

/** Rate-limit answers before the call gives up; nothing was created until then. */
const MAX_WAITS = 8;

/** A task that is wanted. */
interface WantedTask {
  readonly operation: OperationName;
  /** The request, without uploads; it determines the price. */
  readonly body: AnyValues;
  /** Uploads files and returns the complete request; called when the price is reserved. */
  prepare(): Promise<AnyValues>;
}

/** Dependencies of a purchase. */
interface Tools {
  readonly client: ServiceClient;
  /** The client to follow the task with. */
  connect(): Promise<ServiceClient>;
  readonly store: QueueStore;
  readonly signal: AbortSignal;
  readonly system: System;
  /** Tells the user what happens. */
  say(words: string): void;
}

/** The limits of the settings, and the way the user agrees to the cost. */
interface Terms {
  limits(): Spending;
  /** Throws `needs_yes` if the user does not agree. */
  confirm(plan: SpendingPlan): Promise<void>;
}

/**
 * Plans, confirms and creates one task, follows it, and records its charge; returns the task as the service answers it.
 * Waits where the service asks for it. Throws `needs_yes` and `over_cap` before anything is uploaded.
 */
export async function buyTask(
  wanted: WantedTask,
  tools: Tools,
  { limits, confirm }: Terms,
): Promise<{ readonly data: unknown; readonly task: TaskResponse }> {
  const { client, store, system, say } = tools;
  const purchase = createPurchase(wanted, client.profile, { store, limits, system });
  await purchase.settleInterrupted(client);
  await confirm(await purchase.plan(client));
  const taskId = await requestWithRetry(wanted, purchase, tools);
  say(`Task ${taskId}`);
  await follow(taskId, tools);
  const data = await client.query('GET', ENDPOINTS.getTask.path.replace(':task_id', taskId));
  const task = parseTask(data) ?? unreadable();
  purchase.end(task);
  return { data, task };
}

/** Creates it once. A rate limit means that nothing was created, so the same intent is sent again after a pause. */
async function requestWithRetry(wanted: WantedTask, purchase: Purchase, tools: Tools): Promise<string> {
  const { signal, system, say } = tools;
  let body: AnyValues | null = null;
  const prepare = async (): Promise<AnyValues> => (body ??= await wanted.prepare());
  const request = { payer: purchase.payer, step: 0, prepare };
  try {
    for (let waits = 0; ; waits++) {
      signal.throwIfAborted();
      try {
        return await requestTask(request, {
          ...tools,
          intents: purchase.intents,
          budget: purchase.budget,
          explainedHolds: () => null,
          onDuplicate: (_, task) => say(`The service created a second task for this request: ${task.task_id}.`),
        });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'rate_limited' || waits === MAX_WAITS) throw error;
        say('Rate limit reached; waiting.');
        const { clock, random } = system;
        await clock.pause(backoffMs(waits, error.retryAt, clock.now(), random.fraction), signal);
      }
    }
  } catch (error) {
    purchase.abandonUnsent();
    throw error;
  }
}

async function follow(taskId: string, { client, connect, signal, system, say }: Tools): Promise<void> {
  const follower = createTaskFollower(connect, system);
  let shown = '';
  const show = (words: string): void => {
    if (words !== shown) say(words);
    shown = words;
  };
  try {
    await follower.follow(
      taskId,
      client.profile.id,
      {
        onTask: ({ status }) => show(status),
        onProblem: (error) => error && show(`Could not reach the service (${error.code}); retrying.`),
      },
      signal,
    );
  } finally {
    follower.close();
  }
}

function unreadable(): never {
  throw new AppError('service_error', 'The service returned an unknown task format.');
}
