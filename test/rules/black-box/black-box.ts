import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const CLI = path.join(import.meta.dirname, '../../../src-main/cli.ts');

/** Slow machines are waited for; nothing right ever takes this long. */
const PATIENCE_MS = 90_000;

/** What any answer of the service may hold (2.1 to 2.6). */
interface Json {
  readonly [key: string]: unknown;
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly suggestion: string;
  readonly request_id: string;
  readonly data: Data;
}

/** What `data` may hold; each endpoint fills its own part. */
export interface Data {
  readonly [key: string]: unknown;
  readonly task_id: string;
  readonly type: string;
  readonly status: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, string>>;
  readonly created_at: string;
  readonly completed_at: string;
  readonly tasks: Readonly<Record<string, Data>>;
  readonly missed: readonly string[];
  readonly file_token: string;
  readonly presigned_url: string;
  readonly balance: number;
  readonly frozen: number;
}

/** One answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** Null when the answer is no JSON. */
  readonly json: Json;
}

/** A service that was started as a person starts it, and is spoken to over HTTP only. */
export interface BlackBox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly consoleToken: string;
  readonly webhookSecrets: Readonly<Record<string, string>>;
  get(path: string): Promise<Answer>;
  post(path: string, body: object): Promise<Answer>;
  /** Any request with the key; `path` may be a whole URL. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  /** Puts a file behind a presigned URL; answers its token. */
  upload(bytes: Uint8Array, format: string): Promise<string>;
  /** Creates a task; answers its id, or throws what was refused. */
  create(path: string, body: object): Promise<string>;
  /** Asks until the task has ended, as clients poll. */
  ended(taskId: string): Promise<Data>;
  stop(): Promise<void>;
}

/** Limits nobody meets; a test of limits sets its own. */
export const GENEROUS = {
  ...{ creationPerMinute: 100_000, refinePerMinute: 100_000, uploadsPerMinute: 100_000, queriesPerMinute: 100_000 },
  concurrency: { h3d: 9999, p3d: 9999, image: 9999, animation: 9999, processing: 9999, mesh: 9999 },
};

/** Runs `service --config FILE` and waits for its ready line. */
export async function startBlackBox(config: object): Promise<BlackBox> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dropforge-rules-'));
  const file = path.join(folder, 'service.json');
  await writeFile(file, JSON.stringify({ dataDir: 'data', limits: GENEROUS, ...config }));
  const child = spawn(process.execPath, [CLI, 'service', '--config', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const words = text(child.stderr);
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
    closed.then(async () => Promise.reject(new Error(await words))),
  ]);
  const ready = JSON.parse(line[0]) as Pick<BlackBox, 'baseUrl' | 'apiKey' | 'consoleToken' | 'webhookSecrets'>;
  return {
    ...ready,
    ...talk(ready.baseUrl, ready.apiKey),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function talk(baseUrl: string, apiKey: string) {
  const send: BlackBox['send'] = async (target, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
    return bare(new URL(target, baseUrl), { ...init, headers });
  };
  const get = (target: string) => send(target);
  const post = (target: string, body: object) =>
    send(target, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  return {
    send,
    get,
    post,
    async upload(bytes: Uint8Array, format: string) {
      const { json } = await post('/v3/files/presign', { format });
      await putBytes(json.data.presigned_url, bytes);
      return json.data.file_token;
    },
    async create(target: string, body: object) {
      const { json } = await post(target, body);
      if (json.code !== 0) throw new Error(`${target}: ${json.code} ${json.message}`);
      return json.data.task_id;
    },
    ended: (taskId: string) =>
      until(async () => {
        const { code, message, data } = (await get(`/v3/tasks/${taskId}`)).json;
        if (code !== 0) throw new Error(`${taskId}: ${code} ${message}`);
        return ['queued', 'running'].includes(data.status) ? null : data;
      }),
  };
}

/** PUTs bytes as section 4.6 says: no authorization header, plain bytes. */
export async function putBytes(url: string, bytes: Uint8Array): Promise<Answer> {
  const body = Buffer.from(bytes);
  return bare(url, { method: 'PUT', body, headers: { 'content-type': 'application/octet-stream' } });
}

/**
 * A request as it is, without the key. One that did not arrive in time, as happens on a machine that stands still for a
 * second, was not read, and is sent again.
 */
export async function bare(url: string | URL, init: RequestInit = {}): Promise<Answer> {
  const answer = await answerOf(await fetch(url, init));
  return answer.status === 408 ? bare(url, init) : answer;
}

/** Looks again until there is something. */
export async function until<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== null) return found;
    await pause(40);
  }
  throw new Error('What was waited for never came.');
}

async function answerOf(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, json: parse(bytes) };
}

function parse(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString()) as Json;
  } catch {
    return null as unknown as Json;
  }
}
