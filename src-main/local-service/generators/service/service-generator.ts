import { z } from 'zod';
import { listOperations, type GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import type { Message } from '../../../../src-shared/api/messages/message.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { OPERATIONS, type OperationName } from '../../../../src-shared/api/operations.ts';
import { formatCredits, toWireCredits, ZERO_CREDITS } from '../../../../src-shared/api/pricing/credits.ts';
import { MAX_TASK_MISSES } from '../../../../src-shared/api/protocol/limits.ts';
import type { Task } from '../../../../src-shared/api/protocol/task.ts';
import { ApiError } from '../../api-error.ts';
import { busyTooLong, generatorFailed, TimeLimitReached, tookTooLong, toReason } from '../generator-faults.ts';
import {
  APPEARANCES,
  type Generator,
  type GeneratorRequest,
  type GeneratorResult,
  type GeneratorRun,
} from '../generator.ts';
import { checkServer } from '../http/check-server.ts';
import { createGeneratorServer } from '../http/generator-server.ts';
import { hostOf } from '../http/host-of.ts';
import { askFirst, createPatientQueries } from '../http/patience.ts';
import { ServerAway, ServerBusy, ServerRefusal } from '../http/server-errors.ts';
import { serverLostAgain, serverRefused, toServerFault } from '../http/to-server-fault.ts';
import { createCreditLimit } from './credit-limit.ts';
import { order } from './order.ts';
import { readServiceKey } from './read-service-key.ts';
import { saveResult, toPaidFailure } from './save-result.ts';
import { toTaskBody } from './task-body.ts';
import { createServiceApi, readRefusal } from './service-api.ts';
import { createTaskOrders, taskUnconfirmed } from './task-orders.ts';

const taskId = z.string().regex(/^[\w-]{1,128}$/);
/** The task of the work there, or so far only that of its model, and the order that has no response yet. */
const handleSchema = z.object({ taskId: taskId.optional(), importId: taskId.optional(), order: order.optional() });

/**
 * How long a new task may be missing from the history of a service, ms: a gateway may respond, or break off, while the
 * service still creates it.
 */
const LISTING_DELAY_MS = 60_000;

/** How often a model is imported that the service forgot: it costs nothing. */
const IMPORT_ATTEMPTS = 2;

/** Notes of the other service that are passed on. */
const MAX_NOTES = 10;

/** Another service with the same interface. Throws a StartupError without a key. */
export async function createServiceGenerator(
  config: GeneratorConfigOf<'service'>,
  listingDelayMs = LISTING_DELAY_MS,
): Promise<Generator> {
  const { name, url } = config;
  const server = createGeneratorServer(name, 'service', url);
  const api = createServiceApi(server, await readServiceKey(config, process.env));
  const timeLimitMs = config.timeLimitSeconds * 1_000;
  const patienceMs = config.patienceSeconds * 1_000;
  const pace = { pollMs: config.pollSeconds * 1_000, patienceMs, busyMs: timeLimitMs };
  const operations = listOperations(config);
  const creditLimit = createCreditLimit(config, api, () => new Date());

  async function generate(request: GeneratorRequest, run: GeneratorRun): Promise<GeneratorResult> {
    const { signal } = run;
    const notes: Message[] = [];
    const queries = createPatientQueries(server, pace, signal);
    const handle = handleSchema.safeParse(request.handle).data;
    const isPaid = config.creditsPerDay > 0;
    const orders = createTaskOrders({ config, api, creditLimit, queries, listingDelayMs, run }, handle?.order);
    let isContinued = handle?.taskId !== undefined;
    /** The service has the task, and it may be charged. */
    let mayBeCharged = false;
    let succeeded: Task | null = null;

    async function start(): Promise<string> {
      const operation = operationOf(request);
      const found = await orders.findUnanswered(operation);
      isContinued ||= found !== null;
      const taskId = found ?? (await create(operation));
      mayBeCharged = isPaid;
      await run.keepHandle({ taskId });
      signal.throwIfAborted();
      return taskId;
    }

    const readBalance = () => api.balance(signal);
    const upload = (file: string): Promise<string> => queries.ask(() => api.upload(file, signal));

    async function create(operation: OperationName): Promise<string> {
      const importId = request.model === undefined ? undefined : await importModel(request.model);
      const body = await toTaskBody(request, importId, upload);
      signal.throwIfAborted();
      return orders.create(operation, body, { importId });
    }

    /** A task there whose result is the model, which operations on models refer to; one that is forgotten is created again. */
    async function importModel(file: string): Promise<string> {
      let known = handle?.importId ?? (await orders.findUnanswered('import_model'));
      for (let attempt = 1; ; attempt++) {
        const importId = known ?? (await orders.create('import_model', { input: await upload(file) }, {}));
        if (importId !== handle?.importId) await run.keepHandle({ importId });
        signal.throwIfAborted();
        // The import is not yet the work that was asked for, and has no progress of its own.
        const task = await follow(importId, null);
        if (task?.status === 'success') return importId;
        if (task) throw generatorFailed(name, task.error_message ?? '');
        if (attempt >= IMPORT_ATTEMPTS) throw serverLostAgain(name);
        known = null;
      }
    }

    /**
     * Follows a task to its end; null: the service does not know it, query after query. Its wait is limited here, and its
     * work from the start of `work`; without `work`, both are.
     */
    async function follow(id: string, work: Pick<GeneratorRun, 'onStart' | 'onProgress'> | null): Promise<Task | null> {
      const since = performance.now();
      let misses = 0;
      let isStarted = false;
      for (;;) {
        const task = await queries.ask(() => api.find(id, signal));
        misses = task === null ? misses + 1 : 0;
        if (misses >= MAX_TASK_MISSES) return null;
        if (work && task && task.status !== 'queued') {
          isStarted = true;
          work.onStart();
        }
        if (task && task.status !== 'queued' && task.status !== 'running') return task;
        if (!isStarted && performance.now() - since > timeLimitMs) {
          if (mayBeCharged) throw taskUnconfirmed(name);
          throw task?.status === 'running' ? tookTooLong(name, timeLimitMs) : busyTooLong(name, timeLimitMs);
        }
        if (task) work?.onProgress(task.progress / 100);
        await queries.pause();
      }
    }

    try {
      // What an earlier run sent is not known.
      if (request.handle !== undefined && !handle && isPaid) throw taskUnconfirmed(name);
      mayBeCharged = isPaid && handle?.taskId !== undefined;
      await askFirst(queries, request.handle, readBalance).catch((error: unknown) => {
        if (error instanceof ServerBusy) return queries.ask(readBalance);
        throw error;
      });
      let task = await follow(handle?.taskId ?? (await start()), run);
      if (task && isContinued) notes.push(serviceMessage('generator.resumed', { name }));
      if (!task) {
        if (isPaid) throw taskUnconfirmed(name);
        notes.push(serviceMessage('generator.sent-again', { name }));
        task = await follow(await start(), run);
      }
      if (!task) throw serverLostAgain(name);
      mayBeCharged &&= task.status === 'success';
      if (task.status === 'cancelled') {
        throw new ApiError(1000, serviceMessage('generator.cancelled-there', { name }));
      }
      if (task.status !== 'success') throw generatorFailed(name, task.error_message ?? '');
      succeeded = task;
      await saveResult(task, request, { name, api, queries, pace, signal });
      signal.throwIfAborted();
      const charged = task.credits_consumed ?? ZERO_CREDITS;
      if (charged > 0) notes.push(serviceMessage('generator.charged', { name, amount: formatCredits(charged) }));
      const parameters = { ...toParameters(request), ...(charged > 0 && { credits: toWireCredits(charged) }) };
      return { about: 'generation service', notes: [...notes, ...toNotes(task.output['notes'])], parameters };
    } catch (error) {
      const isOutOfTime = signal.reason instanceof TimeLimitReached;
      if (!isOutOfTime) signal.throwIfAborted();
      const reason: unknown = isOutOfTime ? signal.reason : error;
      if (succeeded) {
        const charged = succeeded.credits_consumed ?? (isPaid ? null : ZERO_CREDITS);
        throw charged === ZERO_CREDITS ? toFault(reason) : toPaidFailure(name, succeeded, charged, reason);
      }
      throw orders.isOpen() || mayBeCharged ? taskUnconfirmed(name) : toFault(reason);
    }
  }

  function toNotes(said: unknown): Message[] {
    const texts = Array.isArray(said) ? said.filter((note) => typeof note === 'string') : [];
    return texts.slice(0, MAX_NOTES).map((text) => serviceMessage('generator.says', { name, text: toReason(text) }));
  }

  function toParameters({ values: { model }, seed }: GeneratorRequest): GeneratorResult['parameters'] {
    return { ...(typeof model === 'string' && { model }), seed };
  }

  function toFault(error: unknown): unknown {
    const response = causeOf(error);
    const refusal = response && readRefusal(response);
    return refusal === null ? toServerFault(server, response ?? error) : serverRefused(name, refusal);
  }

  const fields = operations.flatMap((operation) => Object.keys(OPERATIONS[operationOf({ operation })].fields));
  return {
    ...{ name, kind: 'service', host: hostOf(url), isShared: true },
    cleanup: config.cleanup,
    capabilities: {
      operations,
      appearances: APPEARANCES,
      fields: new Set(fields.filter((field) => field !== 'style_image')),
      concurrency: config.concurrency,
      timeLimitMs,
    },
    generate,
    checkHealth: (signal) =>
      checkServer(async () => {
        await api.balance(signal);
        return null;
      }, toFault),
    close: () => server.close(),
  };
}

/** The response that is the reason of an error; null: there was none. */
function causeOf(error: unknown): ServerRefusal | null {
  const cause = error instanceof ServerAway ? error.cause : error;
  return cause instanceof ServerRefusal ? cause : null;
}

/** The operation of the interface that does what a request asks for. */
function operationOf({ operation }: Pick<GeneratorRequest, 'operation'>): OperationName {
  return operation === 'remove_background' ? 'image_to_image' : operation;
}
