import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { LocalService } from '../helpers/service/local-service.ts';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';

/** A task as this service tells it; a test may change all of it. */
interface OddTask {
  task_id: string;
  type: string;
  status: string;
  progress: number;
  input: Record<string, unknown>;
  output: Record<string, unknown>;
  created_at: string;
  credits_consumed: unknown;
  error_code?: number;
  error_message?: string;
}

/** An answer: a status, its body as it goes over the wire, and headers of its own. */
export interface OddAnswer {
  readonly status?: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer instead of the usual one; null: the usual one; `hang up`: none at all. */
type Oddity = (call: string, body: unknown) => OddAnswer | 'hang up' | null;

/** A service that does all it should, until a test wants it odd. */
export interface OddService {
  /** As `openQueue` takes it. */
  readonly service: LocalService;
  readonly tasks: OddTask[];
  /** Every call that came: `POST /v3/tasks/list`. */
  readonly calls: string[];
  /** Answers something else; called after a creation has made its task. */
  odd: Oddity;
  /** Changes a task on its way out. */
  tell: (task: OddTask) => OddTask;
  /** How far its clock is off, ms. */
  skewMs: number;
  /** The model of every task. */
  readonly model: Uint8Array;
}

/** Wraps data as a good answer. */
export function good(data: unknown): OddAnswer {
  return { text: JSON.stringify({ code: 0, status: 'success', data }) };
}

/** Listens on loopback until the test ends. */
export async function startOddService(): Promise<OddService> {
  const model = await makeTexturedSphere(64, 8);
  const server = createServer((request, response) => void answer(request, response));
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tasks: OddTask[] = [];
  const calls: string[] = [];

  const create = (type: string, input: Record<string, unknown>): OddTask => {
    const task: OddTask = {
      task_id: randomUUID(),
      type,
      status: 'success',
      progress: 100,
      input,
      output: { model_url: `${origin()}/model.glb` },
      created_at: new Date(Date.now() + odd.skewMs).toISOString(),
      credits_consumed: 10,
    };
    tasks.unshift(task);
    return task;
  };
  const usual = (call: string, body: unknown): OddAnswer => {
    const given = (body ?? {}) as Record<string, unknown>;
    const [method, path = ''] = call.split(' ');
    if (method === 'PUT') return { text: '' };
    if (path === '/v3/files/presign') {
      return good({ presigned_url: `${origin()}/put`, file_token: randomUUID(), expires_in: 1800 });
    }
    if (path === '/v3/tasks/list') {
      const asked = tasks.filter(({ task_id: id }) => (given['task_ids'] as string[]).includes(id));
      return good({ tasks: Object.fromEntries(asked.map((task) => [task.task_id, odd.tell(task)])), missed: [] });
    }
    if (path.startsWith('/v3/account/usage')) return good(tasks);
    if (path === '/v3/account/balance') return good({ balance: 1000, frozen: 0 });
    const task = tasks.find(({ task_id: id }) => path === `/v3/tasks/${id}`);
    if (task) return good(odd.tell(task));
    return { status: 404, text: JSON.stringify({ code: 2001, message: 'No such task.' }) };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = `${request.method} ${request.url}`;
    calls.push(call);
    const bytes = await buffer(request);
    const date = new Date(Date.now() + odd.skewMs).toUTCString();
    if (call === 'GET /model.glb')
      return void response.writeHead(200, { date, 'content-length': model.byteLength }).end(model);
    const isJson = request.headers['content-type'] === 'application/json';
    const body: unknown = isJson ? JSON.parse(bytes.toString('utf8')) : null;
    const isCreation = /^POST \/v3\/(generation|models)\//.test(call);
    const type = call.slice(call.lastIndexOf('/') + 1).replaceAll('-', '_');
    const made = isCreation ? create(type, body as Record<string, unknown>) : null;
    const given =
      odd.odd(call, body) ?? (made ? good({ task_id: made.task_id, type, status: 'queued' }) : usual(call, body));
    if (given === 'hang up') return void request.socket.destroy();
    response.writeHead(given.status ?? 200, { date, ...given.headers }).end(given.text);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const service = { baseUrl: origin(), apiKey: 'sk_test_key_0000000000' } as LocalService;
  const odd: OddService = { service, tasks, calls, odd: () => null, tell: (task) => task, skewMs: 0, model };
  return odd;
}
