import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { FormData } from 'undici';
import { z } from 'zod';
import { balanceResponse, ENDPOINTS, usageRow } from '../../../../src-shared/api/protocol/endpoints.ts';
import { errorEnvelope } from '../../../../src-shared/api/protocol/envelope.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { createdTask, task, taskList, type Task } from '../../../../src-shared/api/protocol/task.ts';
import { parseCredits, toCredits, ZERO_CREDITS, type Credits } from '../../../../src-shared/api/pricing/credits.ts';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import type { GeneratorServer, ServerRequest } from '../http/generator-server.ts';
import { ServerAway, ServerBusy, ServerRefusal } from '../http/server-errors.ts';

const fileToken = z.looseObject({ file_token: z.string().min(1).max(4_096) });

/** A row whose charge is at least what the service says; null: what it says cannot be read. */
const chargedRow = usageRow.extend({ credits_consumed: z.unknown().optional().transform(readCharge) });

const usagePage = chargedRow.array().max(LIMITS.usagePageRows);

const JSON_CONTENT = { 'content-type': 'application/json' };

/** Code of a task that does not exist (part 7). */
const TASK_NOT_FOUND = 2001;

/**
 * Calls of another service with the same interface. All throw ServerAway and ServerRefusal; a service that is busy counts as
 * away, so that whoever is patient asks again, but not after a creation.
 */
export function createServiceApi(server: GeneratorServer, key: string) {
  const headers = { authorization: `Bearer ${key}` };

  async function call<S extends z.ZodType>(route: string, data: S, request: ServerRequest): Promise<z.output<S>> {
    const envelope = z.looseObject({ code: z.literal(0), data });
    const { data: content } = await server.readJson(route, envelope, {
      ...request,
      headers: { ...headers, ...request.headers },
    });
    return content as z.output<S>;
  }

  /** A call that can be repeated. */
  const query: typeof call = (route, data, request) => call(route, data, request).catch(throwBusyAsAway);

  return {
    /** Credits of the key, and the time of the service, epoch ms, null if it tells none. Also checks address and key. */
    async balance(signal: AbortSignal): Promise<z.output<typeof balanceResponse> & { readonly time: number | null }> {
      let time: number | null = null;
      const onDate = (date: number): void => void (time = date);
      const credits = await query(ENDPOINTS.getBalance.path, balanceResponse, { signal, onDate });
      return { ...credits, time };
    },

    /** A page of the usage history; the interface does not say in which order. */
    usage: (offset: number, signal: AbortSignal) =>
      query(`${ENDPOINTS.getUsage.path}?limit=${LIMITS.usagePageRows}&offset=${offset}`, usagePage, { signal }),

    /** Uploads a PNG or a GLB; returns its token. */
    async upload(file: string, signal: AbortSignal): Promise<string> {
      const body = new FormData();
      body.append('file', await openAsBlob(file, { type: 'application/octet-stream' }), path.basename(file));
      return (await query(ENDPOINTS.uploadFile.path, fileToken, { method: 'POST', body, signal })).file_token;
    },

    /** Creates a task by a request in JSON; returns its id. */
    async create(route: string, body: string, signal: AbortSignal): Promise<string> {
      const request = { method: 'POST', body: Buffer.from(body), headers: JSON_CONTENT, signal } as const;
      return (await call(route, createdTask, request)).task_id;
    },

    /** The tasks of ids, as far as the service knows and describes them. */
    async list(ids: readonly string[], signal: AbortSignal): Promise<Task[]> {
      const body = { task_ids: ids };
      const { tasks } = await query(ENDPOINTS.listTasks.path, taskList, { method: 'POST', body, signal });
      return Object.values(tasks).flatMap((listed) => task.safeParse(listed).data ?? []);
    },

    /** A task; null if the service does not know it. */
    async find(id: string, signal: AbortSignal): Promise<Task | null> {
      try {
        return await query(ENDPOINTS.getTask.path.replace(':task_id', id), task, { signal });
      } catch (error) {
        if (error instanceof ServerRefusal && readEnvelope(error.text)?.code === TASK_NOT_FOUND) return null;
        throw error;
      }
    },

    /** Saves an output. Its address is of the service, which gets no key for it, or of its storage. */
    save: (address: string, file: string, signal: AbortSignal) =>
      server.save(address, file, { signal }).catch(throwBusyAsAway),
  };
}

/** A charge in hundredths, rounded up; nothing is none, and null is one that cannot be read. */
function readCharge(value: unknown): Credits | null {
  if (value === undefined || value === null) return ZERO_CREDITS;
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const exact = parseCredits(value);
  if (exact !== null) return exact;
  const hundredths = Math.ceil(Number.parseFloat(`${value}`) * 100);
  return /^-?\d+\.\d+$/.test(`${value}`) && Number.isSafeInteger(hundredths) ? toCredits(hundredths) : null;
}

function throwBusyAsAway(error: unknown): never {
  if (!(error instanceof ServerRefusal)) throw error;
  if (error.status === 429) throw new ServerBusy(error);
  throw error.status >= 500 ? new ServerAway(error) : error;
}

/** Message of a refusal in the envelope of the interface; null if the text is none. */
export function readRefusal({ text }: ServerRefusal): string | null {
  const envelope = readEnvelope(text);
  return envelope && (envelope.message || envelope.suggestion);
}

/** The error envelope of a response; null if the text is none. */
export function readEnvelope(text: string): z.output<typeof errorEnvelope> | null {
  try {
    return errorEnvelope.safeParse(parseBoundedJson(text)).data ?? null;
  } catch {
    return null;
  }
}
