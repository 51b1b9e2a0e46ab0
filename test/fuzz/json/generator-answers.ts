import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createComfyuiApi, type ComfyuiApi } from '../../../src-main/local-service/generators/comfyui/comfyui-api.ts';
import { findResultFile } from '../../../src-main/local-service/generators/comfyui/find-result-file.ts';
import { createProgressReader } from '../../../src-main/local-service/generators/comfyui/progress-reader.ts';
import { assertSucceeded } from '../../../src-main/local-service/generators/comfyui/prompt-end.ts';
import { createGeneratorServer } from '../../../src-main/local-service/generators/http/generator-server.ts';
import { readStatus } from '../../../src-main/local-service/generators/hunyuan3d/read-status.ts';
import type { Prng } from '../../simulation/prng.ts';
import type { JsonTarget } from '../fuzz-target.ts';
import { few } from '../hostile-values.ts';
import { accepts } from './accepts.ts';
import { corruptJson, toJsonText } from './corrupt-json.ts';

/** Id of the prompt that is followed. */
export const PROMPT_ID = '00000000-0000-4000-8000-000000000000';

const { signal } = new AbortController();

function textOf(prng: Prng, value: unknown): string {
  return toJsonText(prng, prng.chance(0.7) ? corruptJson(prng, value) : value);
}

/** A status with `count` times a member between its parts, in which `#` is its number. */
export interface StatusAnswer {
  readonly head: string;
  readonly member: string;
  readonly count: number;
  readonly tail: string;
  /** Number of pieces in which each part arrives. */
  readonly pieces: number;
}

let resultFile: string | null = null;

/** The status of a Hunyuan3D server, which contains the model. */
export const hunyuanStatus: JsonTarget = {
  kind: 'json',
  name: 'hunyuan3d-status',
  generate(prng) {
    const status = prng.pick(['completed', 'processing', 'texturing', 'error']);
    const model_base64 = 'QUJD'.repeat(prng.integer(50));
    const text = textOf(prng, { status, model_base64, message: 'a', initial_model_base64: null });
    const [head, tail] = text.startsWith('{') && prng.chance(0.2) ? ['{', text.slice(1)] : [text, ''];
    const count = tail === '' ? 0 : prng.integer(300);
    return JSON.stringify({ head, member: '"k#":"aaaa",', count, tail, pieces: 1 + prng.integer(40) });
  },
  run(input) {
    const body = Readable.from(listPieces(JSON.parse(String(input)) as StatusAnswer));
    resultFile ??= path.join(mkdtempSync(path.join(os.tmpdir(), 'dropforge-fuzz-status-')), 'result');
    const options = { file: resultFile, name: 'Hunyuan', signal, maxBytes: 1_000_000 };
    return accepts(() => readStatus({ status: 200, bytes: 0, body }, options));
  },
};

function* listPieces({ head, member, count, tail, pieces }: StatusAnswer): Generator<Buffer> {
  yield* cut(head, pieces);
  for (let at = 0; at < count; at++) yield Buffer.from(member.replace('#', String(at)));
  yield* cut(tail, pieces);
}

function* cut(text: string, pieces: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What a call of a ComfyUI server is answered with. */
export interface ComfyuiAnswer {
  readonly call: keyof typeof COMFYUI;
  readonly status: number;
  readonly text: string;
}

const REFUSED = {
  error: { type: 'invalid_prompt', message: 'a', details: '' },
  node_errors: { '7': { errors: [{ message: 'a', details: 'b' }], class_type: 'KSampler' } },
};

/** The calls of a ComfyUI server, and sound answers to them. */
const COMFYUI = {
  version: {
    answer: () => ({ system: { comfyui_version: '0.3.40' }, devices: [] }),
    ask: (api: ComfyuiApi) => api.readVersion(signal),
  },
  nodes: {
    answer: () => ({ LoadImage: { input: { required: { image: [['a.png'], {}] } }, output_node: false } }),
    ask: (api: ComfyuiApi) => api.readNodeTypes({ '1': { class_type: 'LoadImage', inputs: {} } }, signal),
  },
  prompt: {
    answer: (prng: Prng) => (prng.chance(0.5) ? REFUSED : { prompt_id: PROMPT_ID, number: 1, node_errors: {} }),
    ask: (api: ComfyuiApi) => api.queuePrompt({}, { promptId: PROMPT_ID, clientId: PROMPT_ID }, signal),
  },
  place: {
    answer: () => ({ queue_running: [[1, PROMPT_ID, {}, {}, ['10']]], queue_pending: [[2, 'b', {}, {}, []]] }),
    ask: (api: ComfyuiApi) => api.findPlace(PROMPT_ID, signal),
  },
  end: { answer: endOf, ask: findResult },
} as const;

const CALLS = Object.keys(COMFYUI) as (keyof typeof COMFYUI)[];

function endOf(prng: Prng): object {
  const model = { filename: 'a.glb', subfolder: 'mesh', type: 'output' };
  const error = { node_type: 'KSampler', exception_type: 'RuntimeError', exception_message: 'a' };
  const messages = prng.chance(0.5) ? [['execution_start', {}]] : [['execution_error', error]];
  const status = { status_str: prng.pick(['success', 'error']), completed: prng.chance(0.5), messages };
  return { [PROMPT_ID]: { outputs: { '8': { text: ['/output/a.obj'] }, '10': { '3d': [model] } }, status } };
}

async function findResult(api: ComfyuiApi): Promise<void> {
  const end = await api.findEnd(PROMPT_ID, signal);
  if (end === null) return;
  assertSucceeded('Comfy', end);
  findResultFile(end, new Map());
}

let next: ComfyuiAnswer | null = null;
let opened: Promise<ComfyuiApi> | null = null;

/** A client of a server that gives the next answer to everything. */
async function openClient(): Promise<ComfyuiApi> {
  const server = createServer((_, response) => void response.writeHead(next?.status ?? 500).end(next?.text));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return createComfyuiApi(createGeneratorServer('Comfy', 'comfyui', `http://127.0.0.1:${port}`));
}

/** The answers of a ComfyUI server, over HTTP. */
export const comfyuiAnswers: JsonTarget = {
  kind: 'json',
  name: 'comfyui-answers',
  generate(prng) {
    const call = prng.pick(CALLS);
    const text = textOf(prng, COMFYUI[call].answer(prng));
    return JSON.stringify({ call, status: prng.chance(0.2) ? prng.pick([400, 404, 500]) : 200, text });
  },
  async run(input) {
    next = JSON.parse(String(input)) as ComfyuiAnswer;
    const api = await (opened ??= openClient());
    const { ask } = COMFYUI[next.call];
    return accepts(() => ask(api));
  },
};

const prompt_id = PROMPT_ID;

/** Messages of a ComfyUI server about a prompt. */
const MESSAGES = [
  { type: 'execution_start', data: { prompt_id } },
  { type: 'execution_cached', data: { prompt_id, nodes: ['1', '2'] } },
  { type: 'executing', data: { prompt_id, node: '3' } },
  { type: 'progress', data: { value: 5, max: 10, node: '3' } },
  { type: 'progress_state', data: { prompt_id, nodes: { '3': { value: 1, max: 2, state: 'running' } } } },
  { type: 'executing', data: { prompt_id, node: null } },
  { type: 'execution_success', data: { prompt_id } },
];

/** The messages of the web socket of a ComfyUI server. */
export const comfyuiMessages: JsonTarget = {
  kind: 'json',
  name: 'comfyui-messages',
  generate: (prng) => JSON.stringify(few(prng, 12, () => textOf(prng, structuredClone(prng.pick(MESSAGES))))),
  async run(input) {
    let heard = 0;
    const { watch, read } = createProgressReader(5, {
      onStart: () => heard++,
      onEnd: () => heard++,
      onProgress(share) {
        heard++;
        if (!(share >= 0 && share <= 1)) throw new Error(`The progress is ${share}.`);
      },
    });
    watch(PROMPT_ID);
    for (const text of JSON.parse(String(input)) as string[]) read(text);
    return heard > 0;
  },
};
