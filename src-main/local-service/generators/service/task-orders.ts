import { setTimeout as sleep } from 'node:timers/promises';
import type { GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import type { AnyValues, Operation } from '../../../../src-shared/api/operation.ts';
import { OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { MAX_TASK_MISSES } from '../../../../src-shared/api/protocol/limits.ts';
import type { ConfirmName } from '../../workers/work-queue.ts';
import { busyTooLong, PaidWorkFailed } from '../generator-faults.ts';
import type { GeneratorRun } from '../generator.ts';
import { CREATION_GRACE_MS, delayAbort } from '../http/delay-abort.ts';
import type { PatientQueries } from '../http/patience.ts';
import { ServerRefusal } from '../http/server-errors.ts';
import type { CreditLimit } from './credit-limit.ts';
import { createOrder, findTaskOfOrder, mayHaveCreated, type Order } from './order.ts';
import type { createServiceApi } from './service-api.ts';

/** Attempts of a request that costs nothing and whose task is not found. */
const FREE_ATTEMPTS = 2;

/** Longest pause between two searches. */
const MAX_PAUSE_MS = 5_000;

/** The orders of one piece of work, one after the other. */
export interface TaskOrders {
  /**
   * Creates a task there, within the credits of the day; returns its id. `before` is the handle without an order. An order
   * without a response is searched for, and sent again only if it costs nothing; otherwise it stays open. One that the
   * service has no room for is sent again, after a search, until the time limit.
   */
  create(operation: OperationName, values: AnyValues, before: object): Promise<string>;
  /** The task of the order of an earlier run that has no response; null: there is none. */
  findUnanswered(operation: OperationName): Promise<string | null>;
  /** True if the service may still charge for an order without a response. */
  isOpen(): boolean;
}

interface Parts {
  readonly config: Pick<GeneratorConfigOf<'service'>, 'name' | 'creditsPerDay' | 'pollSeconds' | 'timeLimitSeconds'>;
  readonly api: ReturnType<typeof createServiceApi>;
  readonly creditLimit: CreditLimit;
  readonly queries: PatientQueries;
  /** How long a new task may be missing from the history, ms. */
  readonly listingDelayMs: number;
  readonly run: Pick<GeneratorRun, 'signal' | 'keepHandle' | 'alone'>;
}

/** The task may be charged, and its end was not seen. */
export function taskUnconfirmed(name: string): PaidWorkFailed {
  return new PaidWorkFailed(1001, serviceMessage('generator.unconfirmed', { name }));
}

/** Starts with the order of an earlier run that has no response. */
export function createTaskOrders(parts: Parts, earlier: Order | undefined): TaskOrders {
  const { config, api, creditLimit, queries, listingDelayMs, run } = parts;
  const { signal } = run;
  const mayCost = ({ isFree }: Order): boolean => config.creditsPerDay > 0 && !isFree;
  let unanswered = earlier;
  let open: Order | null = earlier && mayCost(earlier) ? earlier : null;

  /** Searches until a task would be listed; null: there is none. */
  async function findTask(sent: Order): Promise<string | null> {
    let answeredAt: number | null = null;
    for (let searches = 1; ; searches++) {
      const found = await queries.ask(() => findTaskOfOrder(sent, api, signal));
      if (found !== null) {
        open = null;
        return found;
      }
      answeredAt ??= performance.now();
      const isOver = mayCost(sent) ? performance.now() - answeredAt >= listingDelayMs : searches >= MAX_TASK_MISSES;
      if (isOver) return null;
      await sleep(Math.min(MAX_PAUSE_MS, config.pollSeconds * 1_000 * searches), undefined, { signal });
    }
  }

  return {
    create: async (operation, values, before) => {
      const { path, price }: Operation = OPERATIONS[operation];
      const [sent, request] = createOrder(operation, values, new Date());
      const since = performance.now();
      for (let attempt = 1; ; attempt++) {
        let isKept = false;
        let isSent = false;
        /** The response to the request; the credits are read before, as often as needed. */
        const send = async (confirm: ConfirmName): Promise<{ readonly id: string } | { readonly error: unknown }> => {
          await run.keepHandle({ ...before, order: sent });
          isKept = true;
          await confirm();
          signal.throwIfAborted();
          isSent = true;
          if (mayCost(sent)) open = sent;
          try {
            return { id: await api.create(path, request, delayAbort(signal, CREATION_GRACE_MS)) };
          } catch (error) {
            return { error };
          }
        };
        try {
          const response = await queries.ask(() => creditLimit.spend(price(values), run, send));
          if ('error' in response) throw response.error;
          open = null;
          return response.id;
        } catch (error) {
          if (!isSent || !mayHaveCreated(error)) {
            open = null;
            if (isKept) await run.keepHandle(before);
            throw error;
          }
          signal.throwIfAborted();
          const found = await findTask(sent);
          if (found !== null) return found;
          if (error instanceof ServerRefusal && error.status === 429) {
            // It responded, so nothing is on its way any more.
            open = null;
            const limitMs = config.timeLimitSeconds * 1_000;
            if (performance.now() - since > limitMs) throw busyTooLong(config.name, limitMs);
            await sleep(error.retryAfterMs ?? 0, undefined, { signal });
            attempt--;
            continue;
          }
          if (open) throw taskUnconfirmed(config.name);
          const isUnreadable = error instanceof ServerRefusal && error.status < 500;
          if (attempt >= (isUnreadable ? 1 : FREE_ATTEMPTS)) throw error;
        }
      }
    },
    findUnanswered: async (operation) => {
      if (unanswered?.operation !== operation) return null;
      const sent = unanswered;
      unanswered = undefined;
      const found = await findTask(sent);
      if (found === null && open) throw taskUnconfirmed(config.name);
      return found;
    },
    isOpen: () => open !== null,
  };
}
