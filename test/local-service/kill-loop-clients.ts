import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTexturedSphere } from '../helpers/models/textured-sphere.ts';
import { drawShape } from '../helpers/images/sample-images.ts';
import { callService, send, type Answer } from './workers/call.ts';

/** Where clients reach the service; the same before and after a kill. */
type Endpoint = Parameters<typeof callService>[0];

/** What clients were told, and so may rely on whatever happens to the service. */
export interface Told {
  /** Task id → what was asked for, for every creation that was answered with 200. */
  readonly created: Map<string, string>;
  /** Marks of creations whose answer was lost. */
  readonly lost: Set<string>;
  /** File token → bytes, for every upload that was answered with 200. */
  readonly uploads: Map<string, number>;
  /** Task id → how it ended, for every task that was seen ended. */
  readonly ended: Map<string, string>;
  /** Answers nobody should get. */
  readonly wrong: string[];
  fetched: number;
  queried: number;
}

/** Several clients at work at once. */
export interface KillLoopClients {
  readonly told: Told;
  /** Lets every client work until the service is gone or `signal` fires; an answer that is lost by then is noted as lost. */
  work(service: Endpoint, signal: AbortSignal): Promise<void>;
}

/** Ways a task is asked for; those of the second line fail by themselves, with a refund. */
export const WAYS = {
  draft: 'success',
  textured: 'success',
  import: 'success',
  convert: 'success',
  'no picture': 'failed',
  'not built': 'failed',
} as const;
type Way = keyof typeof WAYS;

/** Creations an unfinished backlog of which is enough: the rest of the time clients ask and fetch. */
const BACKLOG = 6;

/** Longest pause of a client between two things it does. */
const PAUSE_MS = 40;

/** One client waits so long in the middle of each file that a kill mostly finds half of one; the service cuts off at 1.5 s. */
const SLOW_UPLOAD_MS = 800;

const MODEL = 'P2-20260801';

/** Clients whose choices follow from `random` (0 to 1). */
export async function createKillLoopClients(random: () => number, count: number): Promise<KillLoopClients> {
  const told: Told = {
    created: new Map(),
    lost: new Set(),
    uploads: new Map(),
    ended: new Map(),
    wrong: [],
    fetched: 0,
    queried: 0,
  };
  const picture = await drawShape(128);
  const model = Buffer.from(await makeTexturedSphere(64, 16));
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  let marks = 0;
  // A success and a failure first: the shortest run on the slowest machine has both.
  const hand: Way[] = ['draft', 'no picture'];

  /** The answer's data; null when it was refused, which is noted as wrong. */
  function accept(answer: Answer, what: string): Answer['body']['data'] | null {
    if (answer.status === 200 && answer.body.code === 0) return answer.body.data;
    told.wrong.push(`${what} was answered with ${answer.status}: ${answer.body?.message}`);
    return null;
  }

  async function upload(service: Endpoint, bytes: Buffer, format: string, waitMs: number): Promise<string | null> {
    const asked = await callService(service, '/v3/files/presign', { method: 'POST', body: { format } });
    const data = accept(asked, 'presign');
    if (!data) return null;
    const status = await putSlowly(data.presigned_url, bytes, waitMs);
    if (status !== 200) told.wrong.push(`an upload was answered with ${status}`);
    else told.uploads.set(data.file_token, bytes.byteLength);
    return data.file_token;
  }

  async function create(service: Endpoint, way: Way, path: string, body: object): Promise<void> {
    const mark = `${way} ${++marks}`;
    told.lost.add(mark);
    const answer = await callService(service, path, { method: 'POST', body: { ...body, client_ref: mark } });
    const data = accept(answer, way);
    if (data) told.created.set(data.task_id, mark);
    told.lost.delete(mark);
  }

  async function make(service: Endpoint, way: Way): Promise<void> {
    const draft = { model: MODEL, texture: way === 'textured', pbr: way === 'textured', face_limit: 96 };
    switch (way) {
      case 'draft':
      case 'textured': {
        const input = await upload(service, picture, 'png', 0);
        return create(service, way, '/v3/generation/image-to-model', { ...draft, input });
      }
      case 'no picture': {
        const input = await upload(service, Buffer.from('dear diary'), 'png', 0);
        return create(service, way, '/v3/generation/image-to-model', { ...draft, input });
      }
      case 'import': {
        const input = await upload(service, model, 'glb', 10);
        return create(service, way, '/v3/models/import', { file: { type: 'glb', file_token: input } });
      }
      case 'not built':
        return create(service, way, '/v3/generation/text-to-model', { ...draft, prompt: ' ' });
      case 'convert': {
        const input = pick(
          finished('success').filter((id) => /^(draft|textured|import)/.test(told.created.get(id) ?? '')),
        );
        const format = pick(['stl', 'obj', 'gltf', 'fbx', '3mf']);
        return input === undefined ? undefined : create(service, way, '/v3/models/convert', { input, format });
      }
    }
  }

  /** Deals every way once before any comes again; one whose answer was lost comes again at once. */
  async function makeNext(service: Endpoint): Promise<void> {
    if (hand.length === 0) hand.push(...shuffle(Object.keys(WAYS) as Way[], random));
    const way = hand.shift() ?? 'draft';
    try {
      await make(service, way);
    } catch (error) {
      hand.unshift(way);
      throw error;
    }
  }

  const finished = (how: string) => [...told.ended].filter(([, status]) => status === how).map(([id]) => id);
  const unfinished = () => [...told.created.keys()].filter((id) => !told.ended.has(id));

  function look(id: string, status: string | undefined): void {
    const before = told.ended.get(id);
    if (status === undefined) told.wrong.push(`task ${id} was created and is not known any more`);
    else if (before !== undefined && before !== status)
      told.wrong.push(`task ${id} was ${before} and is ${status} now`);
    else if (!['queued', 'running'].includes(status)) told.ended.set(id, status);
  }

  async function query(service: Endpoint): Promise<void> {
    const ids = unfinished().slice(0, 50);
    const old = pick([...told.ended.keys()]);
    if (old !== undefined) ids.push(old);
    if (ids.length === 0) return;
    const data = accept(
      await callService(service, '/v3/tasks/list', { method: 'POST', body: { task_ids: ids } }),
      'list',
    );
    for (const id of data ? ids : []) look(id, data?.tasks[id]?.status);
    told.queried++;
  }

  async function fetchOutput(service: Endpoint): Promise<void> {
    const id = pick(finished('success'));
    if (id === undefined) return;
    const data = accept(await callService(service, `/v3/tasks/${id}`), 'query');
    const { status, headers, bytes } = data ? await send(data.output.model_url) : {};
    if (!data) return;
    if (status !== 200 || Number(headers?.['content-length']) !== bytes?.length || !bytes.length) {
      told.wrong.push(
        `the output of ${id} came with ${status} and ${bytes?.length} of ${headers?.['content-length']} bytes`,
      );
    }
    told.fetched++;
  }

  async function act(service: Endpoint): Promise<void> {
    const chance = random();
    if (chance < 0.5 && unfinished().length < BACKLOG) return makeNext(service);
    return chance < 0.8 ? query(service) : fetchOutput(service);
  }

  async function actOn(service: Endpoint, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await act(service);
      await delay(Math.floor(random() * PAUSE_MS));
    }
  }

  async function uploadSlowly(service: Endpoint, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await upload(service, picture, 'png', SLOW_UPLOAD_MS);
  }

  async function untilGone(client: Promise<unknown>, signal: AbortSignal): Promise<void> {
    try {
      await client;
    } catch (error) {
      // The service is gone, in the middle of an answer or before it.
      if (!signal.aborted && !isGone(error)) throw error;
    }
  }

  return {
    told,
    async work(service, signal) {
      const busy = Array.from({ length: count }, () => actOn(service, signal));
      await Promise.all([...busy, uploadSlowly(service, signal)].map((client) => untilGone(client, signal)));
    },
  };
}

/** The same in another order, each order as likely. */
function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function isGone(error: unknown): boolean {
  return ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code));
}

/** Sends the first half, waits, sends the rest. */
function putSlowly(url: string, bytes: Buffer, waitMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes.byteLength };
    const call = request(url, { method: 'PUT', agent: false, headers }, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    const half = Math.floor(bytes.byteLength / 2);
    call.write(bytes.subarray(0, half));
    const rest = setTimeout(() => call.end(bytes.subarray(half)), waitMs);
    call.on('error', (error) => {
      clearTimeout(rest);
      reject(error);
    });
  });
}
