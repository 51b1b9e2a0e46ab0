import { z } from 'zod';
import type { Credits } from '../../src-shared/api/credits.ts';
import { balance, ENDPOINTS, presigned, usageRow, type UsageRow } from '../../src-shared/api/endpoints.ts';
import type { PresignFormat } from '../../src-shared/api/files.ts';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { taskList } from '../../src-shared/api/task.ts';
import { SYSTEM, type System } from '../system/system.ts';
import { downloadFile, type Downloaded } from './download-file.ts';
import type { Network } from './network.ts';
import { createNodeNetwork } from './node-network.ts';
import { queryJson } from './query-json.ts';
import { readTask, toldTask, type ToldTask } from './read-task.ts';
import { sendCreation, type CreationOutcome } from './send-creation.ts';
import type { ServiceProfile } from './service-profile.ts';
import { uploadFile } from './upload-file.ts';

/** What the rest of main may ask of a service. Every failure is an AppError. */
export interface ServiceClient {
  readonly profile: ServiceProfile;
  /** One creation POST, once, under a request id; never throws. */
  create(path: string, body: string, requestId: string): Promise<CreationOutcome>;
  /** The `data` of a call that spends nothing, as the service words it. */
  query(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown>;
  /** Running tasks in one call of at most 100 ids; an id the service does not know is in `missed`. */
  listTasks(ids: readonly string[]): Promise<{ tasks: Map<string, ToldTask>; missed: string[] }>;
  getTask(id: string): Promise<ToldTask>;
  getBalance(): Promise<{ balance: Credits; frozen: Credits }>;
  /** One page of the usage history, newest first. */
  getUsage(offset: number): Promise<UsageRow[]>;
  /** Presigns and uploads; answers a file token and when it was issued. */
  upload(
    filePath: string,
    format: PresignFormat,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<string>;
  /** Fetches an output into a file; the key is never sent there. */
  download(
    url: string,
    filePath: string,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<Downloaded>;
  close(): Promise<void>;
}

/** A client of one service with one key; closing it closes its network. */
export function createServiceClient(
  profile: ServiceProfile,
  network: Network = createNodeNetwork(),
  system: System = SYSTEM,
): ServiceClient {
  const serviceOrigin = new URL(profile.baseUrl).origin;
  const ask = <S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: unknown,
  ): Promise<z.output<S>> => queryJson({ profile, network, system, method, path, schema, body });

  return {
    profile,
    create: (path, body, requestId) => sendCreation({ profile, network, path, body, requestId, now: system.clock.now }),
    query: (method, path, body) => ask(method, path, z.unknown(), body),
    listTasks: async (ids) =>
      readTaskList(ids, await ask('POST', ENDPOINTS.listTasks.path, taskList, { task_ids: ids })),
    getTask: (id) => ask('GET', ENDPOINTS.getTask.path.replace(':task_id', encodeURIComponent(id)), toldTask),
    getBalance: () => ask('GET', ENDPOINTS.getBalance.path, balance),
    getUsage: (offset) =>
      ask(
        'GET',
        `${ENDPOINTS.getUsage.path}?limit=${LIMITS.usagePageRows}&offset=${offset}`,
        usageRow.array().max(10_000),
      ),
    upload: async (filePath, format, signal, onProgress) => {
      const answer = await ask('POST', ENDPOINTS.presign.path, presigned, { format });
      await uploadFile({ url: answer.presigned_url, filePath, serviceOrigin, network, system, signal, onProgress });
      return answer.file_token;
    },
    download: (url, filePath, signal, onProgress) =>
      downloadFile({ url, filePath, serviceOrigin, network, system, signal, onProgress }),
    close: () => network.close(),
  };
}

/** Only ids that were asked for; a task that does not parse is as good as not answered and is asked for again. */
function readTaskList(
  ids: readonly string[],
  answer: z.output<typeof taskList>,
): { tasks: Map<string, ToldTask>; missed: string[] } {
  const tasks = new Map<string, ToldTask>();
  for (const id of ids) {
    const told = Object.hasOwn(answer.tasks, id) ? readTask(answer.tasks[id]) : null;
    if (told?.task_id === id) tasks.set(id, told);
  }
  const missed = new Set(answer.missed);
  return { tasks, missed: ids.filter((id) => missed.has(id) && !tasks.has(id)) };
}
