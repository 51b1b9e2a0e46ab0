import { openAsBlob } from 'node:fs';
import { FormData } from 'undici';
import { z } from 'zod';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import type { GeneratorServer } from '../http/generator-server.ts';
import { ServerRefusal } from '../http/server-errors.ts';
import { serverRefused } from '../http/to-server-fault.ts';
import type { Workflow } from './workflow.ts';

/** Node types that a server has, with the names of their required inputs. */
export type NodeTypes = ReadonlyMap<string, { readonly required: ReadonlySet<string> }>;

const stats = z.looseObject({ system: z.looseObject({ comfyui_version: z.string().max(100).optional() }) });
const nodeType = z.looseObject({ input: z.looseObject({ required: z.record(z.string(), z.unknown()).optional() }) });
const uploaded = z.object({ name: z.string(), subfolder: z.string().default(''), type: z.string().optional() });
const queued = z.looseObject({ prompt_id: z.string().regex(/^[\w-]{1,100}$/) });
const queue = z.looseObject({ queue_running: z.array(z.unknown()), queue_pending: z.array(z.unknown()) });
const promptError = z.looseObject({
  error: z.union([z.string(), z.looseObject({ message: z.string(), details: z.string().optional() })]),
  node_errors: z
    .record(
      z.string(),
      z.looseObject({
        class_type: z.string().optional(),
        errors: z.array(z.looseObject({ message: z.string(), details: z.string().optional() })),
      }),
    )
    .optional()
    .catch(undefined),
});

const historyEntry = z.looseObject({
  outputs: z.record(z.string(), z.unknown()).catch({}),
  status: z
    .looseObject({
      status_str: z.string().catch(''),
      completed: z.boolean().catch(false),
      messages: z.array(z.unknown()).catch([]),
    })
    .nullish(),
});

/** The end of a prompt: its outputs by node, and its messages, which are not checked any further. */
export type HistoryEntry = z.output<typeof historyEntry>;

/**
 * Maximum number of values of a response with what users queued: each of their prompts has its workflow twice, with a few
 * thousand values. Its schema must not check elements, because each wrong one is an issue of a kilobyte.
 */
const MAX_VALUES = 1_000_000;

/** A file of an output. */
export interface OutputFile {
  readonly filename: string;
  readonly subfolder: string;
  readonly type: string;
}

/** Where an uploaded file is put, relative to the input folder of ComfyUI. */
interface UploadPlace {
  readonly subfolder: string;
  readonly filename: string;
}

/** Where a prompt is in the queue; null: the server does not have it. */
export type Place = 'running' | 'waiting' | null;

/** Calls of a ComfyUI server. All throw ServerAway and ServerRefusal. */
export function createComfyuiApi(server: GeneratorServer) {
  const { name } = server;

  async function readNodeType(type: string, signal: AbortSignal) {
    const path = `/object_info/${encodeURIComponent(type)}`;
    const found = await server
      .readJson(path, z.record(z.string(), z.unknown()), { signal, maxValues: MAX_VALUES })
      .catch((error: unknown): Record<string, unknown> => {
        // Versions differ in how they say that they do not know it.
        if (error instanceof ServerRefusal && error.status === 404) return {};
        throw error;
      });
    const parsed = nodeType.safeParse(found[type]);
    return parsed.success ? { required: new Set(Object.keys(parsed.data.input.required ?? {})) } : null;
  }

  return {
    /** Version of the server, or null. */
    async readVersion(signal: AbortSignal): Promise<string | null> {
      const { system } = await server.readJson('/system_stats', stats, { signal });
      return system.comfyui_version ?? null;
    },

    /** The node types of a workflow that the server has. */
    async readNodeTypes(workflow: Workflow, signal: AbortSignal): Promise<NodeTypes> {
      const types = [...new Set(Object.values(workflow).map((node) => node.class_type))];
      const found = new Map<string, { required: ReadonlySet<string> }>();
      for (const type of types) {
        const known = await readNodeType(type, signal);
        if (known) found.set(type, known);
      }
      return found;
    },

    /** Uploads an image or a model, for which ComfyUI has no route of their own; returns its name for an input. */
    async upload(file: string, { subfolder, filename }: UploadPlace, signal: AbortSignal): Promise<string> {
      const body = new FormData();
      body.append('image', await openAsBlob(file, { type: 'application/octet-stream' }), filename);
      body.append('subfolder', subfolder);
      body.append('overwrite', 'true');
      const saved = await server.readJson('/upload/image', uploaded, { method: 'POST', body, signal });
      return saved.subfolder === '' ? saved.name : `${saved.subfolder}/${saved.name}`;
    },

    /** Adds a prompt to the queue; returns its id, which older versions choose. Throws an ApiError for a refusal. */
    async queuePrompt(prompt: Workflow, ids: { promptId: string; clientId: string }, signal: AbortSignal) {
      const body = { prompt, prompt_id: ids.promptId, client_id: ids.clientId };
      try {
        return (await server.readJson('/prompt', queued, { method: 'POST', body, signal })).prompt_id;
      } catch (error) {
        const reason = error instanceof ServerRefusal ? describeRefusal(error.text) : null;
        throw reason === null ? error : serverRefused(name, reason);
      }
    },

    async findPlace(promptId: string, signal: AbortSignal): Promise<Place> {
      const request = { signal, maxValues: MAX_VALUES };
      const { queue_running: running, queue_pending: pending } = await server.readJson('/queue', queue, request);
      const has = (list: readonly unknown[]) => list.some((entry) => Array.isArray(entry) && entry[1] === promptId);
      return has(running) ? 'running' : has(pending) ? 'waiting' : null;
    },

    /** The end of a prompt; null while it has none, or if the server does not know it. */
    async findEnd(promptId: string, signal: AbortSignal): Promise<HistoryEntry | null> {
      const schema = z.looseObject({ [promptId]: historyEntry.optional() });
      const all = await server.readJson(`/history/${promptId}`, schema, { signal, maxValues: MAX_VALUES });
      return all[promptId] ?? null;
    },

    /** Removes a waiting prompt, or stops it if it runs; never the work of others. */
    async cancel(promptId: string, place: Place, signal: AbortSignal): Promise<void> {
      const [path, body] =
        place === 'waiting' ? ['/queue', { delete: [promptId] }] : ['/interrupt', { prompt_id: promptId }];
      if (place === null) return;
      const response = await server.open(path, { method: 'POST', body, signal });
      response.body.destroy();
    },

    save(file: OutputFile, to: string, signal: AbortSignal): Promise<void> {
      return server.save(`/view?${new URLSearchParams({ ...file }).toString()}`, to, { signal });
    },
  };
}

/** Calls of a ComfyUI server. */
export type ComfyuiApi = ReturnType<typeof createComfyuiApi>;

/** The reason of a refused prompt in one line; null if the text is none. */
function describeRefusal(text: string): string | null {
  let value: unknown;
  try {
    value = parseBoundedJson(text);
  } catch {
    return null;
  }
  const { data } = promptError.safeParse(value);
  if (!data) return null;
  const main = typeof data.error === 'string' ? data.error : join(data.error.message, data.error.details);
  const [first] = Object.entries(data.node_errors ?? {});
  const [problem] = first?.[1].errors ?? [];
  if (!first || !problem) return main;
  return `${main}, node ${first[0]} (${first[1].class_type ?? '?'}): ${join(problem.message, problem.details)}`;
}

function join(message: string, details: string | undefined): string {
  return details ? `${message} (${details})` : message;
}
