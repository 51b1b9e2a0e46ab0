import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
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
  /** Largest number of requests that it worked on at the same time. */
  mostAtOnce: number;
  /** Number of queries of a status. */
  queries: number;
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

  function generate(params: Record<string, unknown>, response: ServerResponse): void {
    const { behavior: how } = standIn;
    void params;
    if (how.kind !== 'model') return sendJson(response, 404, { text: SERVER_ERROR, error_code: 1 });
    response
      .writeHead(200, { 'content-type': 'model/gltf-binary', 'content-length': how.bytes.byteLength })
      .end(how.bytes);
  }

  const server = await startServer((request, response, body) => {
    const [, route = '', uid = ''] = (request.url ?? '').split('/');
    const isPost = request.method === 'POST';
    if (isPost && (route === 'send' || route === 'generate')) {
      const params = JSON.parse(body.toString()) as Record<string, unknown>;
      const refusal = refuse(params);
      if (refusal) return sendJson(response, 422, { detail: [refusal] });
      standIn.requests.push(params);
      if (route === 'generate') return generate(params, response);
      const id = randomUUID();
      work(id, params);
      return sendJson(response, 200, { uid: id });
    }
    if (!isPost && route === 'status') return answerStatus(uid, response);
    if (!isPost && route === 'health' && version === '2.1') {
      return sendJson(response, 200, { status: 'healthy', worker_id: workerId });
    }
    sendJson(response, 404, { detail: 'Not Found' });
  });

  const standIn: HunyuanStandIn = {
    ...server,
    behavior,
    requests: [],
    mostAtOnce: 0,
    queries: 0,
    release() {
      const all = held;
      held = [];
      for (const finish of all) finish();
    },
    async restart() {
      await server.stop();
      workerId = randomUUID().slice(0, 6);
      working = 0;
      held = [];
      if (version === '2.1') files.clear();
      await server.start();
    },
  };
  return standIn;
}
