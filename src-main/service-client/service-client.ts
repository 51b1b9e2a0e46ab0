import { z } from 'zod';
import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import {
  balanceResponse,
  ENDPOINTS,
  presignResponse,
  usageRow,
  type UsageRow,
} from '../../src-shared/api/protocol/endpoints.ts';
import type { PresignFormat } from '../../src-shared/api/protocol/files.ts';
import { LIMITS, type RateClass } from '../../src-shared/api/protocol/limits.ts';
import { taskList, toTaskKey } from '../../src-shared/api/protocol/task.ts';
import { OPERATIONS } from '../../src-shared/api/operations.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { SYSTEM, type System } from '../base/system.ts';
import { downloadFile } from './transfer/download-file.ts';
import type { NetworkResponse, Downloaded, Network, SendOutcome } from './http/network.ts';
import { createNodeNetwork } from './http/node-network.ts';
import { queryJson } from './http/query-json.ts';
import { rateClassOf } from './rates/rate-class.ts';
import { createRequestRateLimiter, type RateLimitStore } from './rates/request-rate-limiter.ts';
import { createReachability, type ContactReport, type Reachability } from './services/reachability.ts';
import { parseTask, taskResponseSchema, type TaskResponse } from './task-response.ts';
import { createServerTime } from './rates/server-time.ts';
import { sendCreation, type CreationOutcome } from './http/send-creation.ts';
import type { ServiceProfile } from './services/service-profile.ts';
import { serviceCodeOf, toTransportError } from './http/to-app-error.ts';
import { uploadPresigned } from './transfer/presigned-upload.ts';

/** A call that waits for work of the service. */
interface LongCall {
  /** Ends the call; its reason is an AppError. */
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

/** Client of one service. Every failure is an AppError. */
export interface ServiceClient {
  readonly profile: ServiceProfile;
  /** The reachability of the service. */
  readonly reach: Pick<Reachability, 'downForMs' | 'onUp' | 'onDown'>;
  /**
   * Waits until the rate limit allows a creation on this path; returns a function to call when it is over. Throws
   * `offline` while the service cannot be reached, or the signal's reason.
   */
  admit(path: string, signal: AbortSignal): Promise<() => void>;
  /** Sends one creation POST exactly once, with a request id; never throws. Call `admit` first. */
  create(path: string, body: string, requestId: string): Promise<CreationOutcome>;
  /** The `data` of a call that spends nothing, unparsed. `work`: the service works for it, at most so long. */
  query(method: 'GET' | 'POST', path: string, body?: unknown, work?: LongCall): Promise<unknown>;
  /** Running tasks in one call of at most 100 ids; an id the service does not know is in `missed`. */
  listTasks(ids: readonly string[]): Promise<{ tasks: Map<string, TaskResponse>; missed: string[] }>;
  /** One task by its id. Throws AppError, such as `task_missing` for an id the service does not know. */
  getTask(id: string): Promise<TaskResponse>;
  /** The time of the service, epoch ms; sends a request if it is not known yet. */
  serverTime(): Promise<number>;
  /** The spendable balance and the held credits of the account. Throws AppError. */
  getBalance(): Promise<{ balance: Credits; frozen: Credits }>;
  /** One page of the usage history. Its order is not documented; services list the newest first. */
  getUsage(offset: number): Promise<UsageRow[]>;
  /** Presigns and uploads a file; returns its token. `version`: the only one to send, as in `FileStat`; absent: any. */
  upload(
    filePath: string,
    format: PresignFormat,
    signal: AbortSignal,
    onProgress: (share: number) => void,
    version?: string,
  ): Promise<string>;
  /** Downloads an output to a file; the key is not sent. */
  download(
    url: string,
    filePath: string,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<Downloaded>;
  /** Closes all connections; running requests fail. */
  close(): Promise<void>;
}

const CREATION_PATHS: ReadonlySet<string> = new Set(Object.values(OPERATIONS).map(({ path }) => path));

/** Creates the client of one service and key; closing it closes its network. `closed`: stored rate limits. */
export function createServiceClient(
  profile: ServiceProfile,
  network: Network = createNodeNetwork({ resolveProxy: null, authorities: profile.authorities }),
  system: System = SYSTEM,
  closed: RateLimitStore | null = null,
): ServiceClient {
  const ownOrigins = [new URL(profile.baseUrl).origin, ...(profile.storageOrigin ? [profile.storageOrigin] : [])];
  const serverTime = createServerTime(system.clock);
  const reach = createReachability(system);
  const gate = createRequestRateLimiter(system, closed);

  /** The network for calls of one class, with reachability and rate limits. */
  const watched = (rateClass: RateClass): Network => {
    const learn = (header: NetworkResponse['header']): void => {
      serverTime.learn(header('date'));
      gate.learn(rateClass, header);
    };
    return {
      ...network,
      ask: async (request) => {
        const answer = await reach.watch(() => network.ask(request));
        learn(answer.header);
        return answer;
      },
      sendOnce: async (url, headers, body) => {
        const sending = await reach
          .watch(() => network.sendOnce(url, headers, body), judgeSending)
          .catch((error: unknown): SendOutcome => ({ kind: 'not_sent', error }));
        if (sending.kind === 'answered') learn(sending.header);
        return sending;
      },
    };
  };
  const applyRateLimit = (rateClass: RateClass, error: unknown): void => {
    // A full category (2000) does not limit requests; a 429 without a code does.
    const isRefused = error instanceof AppError && error.code === 'rate_limited' && serviceCodeOf(error) !== 2000;
    if (isRefused) gate.refuse(rateClass, error.retryAt);
  };
  const ask = async <S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: unknown,
    { signal, limitMs }: Partial<LongCall> = {},
  ): Promise<z.output<S>> => {
    if (method === 'POST' && CREATION_PATHS.has(path)) throw new Error(`A creation on ${path} is sent by create`);
    reach.check();
    const rateClass = rateClassOf(path);
    const leave = signal ? await gate.enter(rateClass, signal) : gate.enterNow(rateClass);
    try {
      const call = { profile, network: watched(rateClass), system, method, path, schema, body };
      return await queryJson(limitMs === undefined ? call : { ...call, signal, limitMs });
    } catch (error) {
      applyRateLimit(rateClass, error);
      throw error;
    } finally {
      leave();
    }
  };

  return {
    profile,
    reach,
    admit: async (path, signal) => {
      reach.check();
      return gate.enter(rateClassOf(path), signal);
    },
    create: async (path, body, requestId) => {
      const rateClass = rateClassOf(path);
      const creation = { profile, network: watched(rateClass), path, body, requestId, now: system.clock.now };
      const outcome = await sendCreation(creation);
      if (outcome.kind === 'try_later') applyRateLimit(rateClass, outcome.error);
      return outcome;
    },
    query: (method, path, body, work) => ask(method, path, z.unknown(), body, work),
    listTasks: async (ids) =>
      readTaskList(ids, await ask('POST', ENDPOINTS.listTasks.path, taskList, { task_ids: ids })),
    getTask: (id) => ask('GET', ENDPOINTS.getTask.path.replace(':task_id', encodeURIComponent(id)), taskResponseSchema),
    getBalance: () => ask('GET', ENDPOINTS.getBalance.path, balanceResponse),
    serverTime: async () => {
      if (serverTime.now() === null) await ask('GET', ENDPOINTS.getBalance.path, balanceResponse);
      return serverTime.now() ?? system.clock.now();
    },
    getUsage: (offset) =>
      ask(
        'GET',
        `${ENDPOINTS.getUsage.path}?limit=${LIMITS.usagePageRows}&offset=${offset}`,
        usageRow.array().max(10_000),
      ),
    upload: (filePath, format, signal, onProgress, version) =>
      uploadPresigned(() => ask('POST', ENDPOINTS.presign.path, presignResponse, { format }, { signal }), {
        filePath,
        version,
        ownOrigins,
        network,
        system,
        signal,
        onProgress,
      }),
    download: (url, filePath, signal, onProgress) => {
      const order = { url, filePath, ownOrigins };
      return network.download
        ? network.download(order, signal, onProgress)
        : downloadFile({ ...order, network, system, signal, onProgress });
    },
    close: () => network.close(),
  };
}

/** The reachability that the outcome of a creation shows: a lost response alone shows nothing. */
function judgeSending(outcome: SendOutcome): ContactReport {
  if (outcome.kind === 'not_sent') return toTransportError(outcome.error);
  return outcome.kind === 'answered' ? 'heard' : 'unknown';
}

/**
 * Keeps requested ids only, in the spelling of the request; a task that cannot be parsed counts as not answered and is
 * queried again.
 */
function readTaskList(
  ids: readonly string[],
  answer: z.output<typeof taskList>,
): { tasks: Map<string, TaskResponse>; missed: string[] } {
  const tasks = new Map<string, TaskResponse>();
  const byKey = new Map(Object.entries(answer.tasks).map(([id, data]) => [toTaskKey(id), data]));
  for (const id of ids) {
    const task = parseTask(byKey.get(toTaskKey(id)));
    if (task && toTaskKey(task.task_id) === toTaskKey(id)) tasks.set(id, task);
  }
  const missed = new Set(answer.missed.map(toTaskKey));
  return { tasks, missed: ids.filter((id) => missed.has(toTaskKey(id)) && !tasks.has(id)) };
}
