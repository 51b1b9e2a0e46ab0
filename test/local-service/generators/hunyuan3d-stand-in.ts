import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson, startServer, type StandInServer } from './stand-in-server.ts';

/** What happens to the next requests. */
export type HunyuanBehavior =
  /** The model that the test gives. */
  | { readonly kind: 'model'; readonly bytes: Uint8Array }
  /** The thread fails: it ends without a file, and the status says `processing` for ever. */
  | { readonly kind: 'fails' }
  /** The texture fails: only the first file is there (2.1). */
  | { readonly kind: 'texture fails' }
  /** Waits until `release`. */
  | { readonly kind: 'held'; readonly bytes: Uint8Array }
  /** The status has this response in place of its own. */
  | { readonly kind: 'status'; readonly answer: (response: ServerResponse) => void };

/** A stand-in for `api_server.py` of Hunyuan3D 2.0 or 2.1, after its published source: routes, bodies, status codes. */
export interface HunyuanStandIn extends StandInServer {
  behavior: HunyuanBehavior;
  /** Bodies of the requests that it accepted. */
  readonly requests: Record<string, unknown>[];
  /** The next request for work is accepted, and its connection ends without a response. */
  losesResponse: boolean;
  /** Largest number of requests that it worked on at the same time. */
  mostAtOnce: number;
  /** Number of queries of a status. */
  queries: number;
  /** Number of requests that wait until a response with a model is sent. */
  readonly waiting: number;
  /** Finishes all work that is held. */
  release(): void;
  /** Ends the process and starts another one: it forgets its work, and 2.1 deletes its files. */
  restart(): Promise<void>;
}

/** Text of every failure in both versions. */
const SERVER_ERROR = '**NETWORK ERROR DUE TO HIGH TRAFFIC. PLEASE REGENERATE OR REFRESH THIS PAGE.**';

/** Ranges of the request model in 2.1. */
const RANGES = {
  seed: [0, 2 ** 32 - 1],
  octree_resolution: [64, 512],
  num_inference_steps: [1, 20],
  guidance_scale: [0.1, 20],
  num_chunks: [1_000, 20_000],
  face_count: [1_000, 100_000],
} as const;

export async function startHunyuan(version: '2.0' | '2.1', behavior: HunyuanBehavior): Promise<HunyuanStandIn> {
  let workerId = randomUUID().slice(0, 6);
  let working = 0;
  let held: (() => void)[] = [];
  /** 2.1 generates a response with a model in the thread that responds: all other requests wait for it. */
  let isBlocked = false;
  let waiting: (() => void)[] = [];
  /** Files of the cache folder, which 2.0 keeps when it is restarted. */
  const files = new Map<string, Uint8Array>();

  /** A thread; it ends with the process. */
  function work(uid: string, params: Record<string, unknown>): void {
    const { behavior: how } = standIn;
    const owner = workerId;
    standIn.mostAtOnce = Math.max(standIn.mostAtOnce, ++working);
    const finish = (): void => {
      if (owner !== workerId) return;
      working--;
      if (how.kind === 'fails' || how.kind === 'status') return;
      const bytes = 'bytes' in how ? how.bytes : new Uint8Array([1]);
      if (version === '2.0') return void files.set(`${uid}.glb`, bytes);
      files.set(`${uid}_initial.glb`, bytes);
      if (params['texture'] === true && how.kind !== 'texture fails') files.set(`${uid}_textured.glb`, bytes);
    };
    if (how.kind === 'held') held.push(finish);
    else setImmediate(finish);
  }

  function refuse(params: Record<string, unknown>): object | null {
    if (version === '2.0') return null;
    const wrong = Object.entries(RANGES).find(([name, [min, max]]) => {
      const value = params[name];
      return value !== undefined && !(typeof value === 'number' && value >= min && value <= max);
    });
    if (wrong)
      return { type: 'range', loc: ['body', wrong[0]], msg: 'Input should be in its range', input: params[wrong[0]] };
    if (typeof params['image'] === 'string') return null;
    return { type: 'missing', loc: ['body', 'image'], msg: 'Field required', input: params };
  }

  function answerStatus(uid: string, response: ServerResponse): void {
    standIn.queries++;
    if (standIn.behavior.kind === 'status') return standIn.behavior.answer(response);
    const read = (name: string) => Buffer.from(files.get(name) ?? []).toString('base64');
    if (version === '2.0') {
      if (!files.has(`${uid}.glb`)) return sendJson(response, 200, { status: 'processing' });
      return sendJson(response, 200, { status: 'completed', model_base64: read(`${uid}.glb`) });
    }
    if (files.has(`${uid}_textured.glb`)) {
      const [model_base64, initial_model_base64] = [read(`${uid}_textured.glb`), read(`${uid}_initial.glb`)];
      return sendJson(response, 200, { status: 'completed', model_base64, initial_model_base64 });
    }
    sendJson(response, 200, { status: files.has(`${uid}_initial.glb`) ? 'texturing' : 'processing' });
  }

  function generate(response: ServerResponse): void {
    const { behavior: how } = standIn;
    if (how.kind === 'model') return sendModel(response, how.bytes);
    if (how.kind !== 'held') return sendJson(response, 404, { text: SERVER_ERROR, error_code: 1 });
    isBlocked = true;
    standIn.mostAtOnce = Math.max(standIn.mostAtOnce, ++working);
    // Also if nobody waits for the response any longer.
    held.push(() => {
      working--;
      isBlocked = false;
      sendModel(response, how.bytes);
      const all = waiting;
      waiting = [];
      for (const respond of all) respond();
    });
  }

  function respond(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    if (isBlocked) return void waiting.push(() => respond(request, response, body));
    const [, route = '', uid = ''] = (request.url ?? '').split('/');
    const isPost = request.method === 'POST';
    if (isPost && (route === 'send' || route === 'generate')) {
      const params = JSON.parse(body.toString()) as Record<string, unknown>;
      const refusal = refuse(params);
      if (refusal) return sendJson(response, 422, { detail: [refusal] });
      standIn.requests.push(params);
      if (route === 'generate') return generate(response);
      const id = randomUUID();
      work(id, params);
      if (standIn.losesResponse) {
        standIn.losesResponse = false;
        return void response.destroy();
      }
      return sendJson(response, 200, { uid: id });
    }
    if (!isPost && route === 'status') return answerStatus(uid, response);
    if (!isPost && route === 'health' && version === '2.1') {
      return sendJson(response, 200, { status: 'healthy', worker_id: workerId });
    }
    sendJson(response, 404, { detail: 'Not Found' });
  }

  const server = await startServer(respond);
  const standIn: HunyuanStandIn = {
    ...server,
    behavior,
    requests: [],
    losesResponse: false,
    mostAtOnce: 0,
    queries: 0,
    get waiting() {
      return waiting.length;
    },
    release() {
      const all = held;
      held = [];
      for (const finish of all) finish();
    },
    async restart() {
      await server.stop();
      workerId = randomUUID().slice(0, 6);
      working = 0;
      [held, waiting, isBlocked] = [[], [], false];
      if (version === '2.1') files.clear();
      await server.start();
    },
  };
  return standIn;
}

function sendModel(response: ServerResponse, bytes: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'model/gltf-binary', 'content-length': bytes.byteLength }).end(bytes);
}
