import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { sendJson, startServer, type StandInServer } from './stand-in-server.ts';

type Prompt = Record<string, { class_type: string; inputs: Record<string, unknown> }>;

/** An item of the queue: number, id, prompt, further data, nodes with outputs. */
type Item = [number: number, id: string, prompt: Prompt, extra: { client_id?: string }, outputs: string[]];

/** What happens to prompts. */
export type ComfyuiBehavior =
  /** Succeeds with these outputs by node, after its messages. */
  | { readonly kind: 'outputs'; readonly outputs: (prompt: Prompt) => Record<string, object> }
  /** A node throws. */
  | { readonly kind: 'throws'; readonly type: string; readonly message: string }
  /** Runs until `release`, then succeeds. */
  | { readonly kind: 'held'; readonly outputs: (prompt: Prompt) => Record<string, object> };

/** A stand-in for ComfyUI after its published `server.py` and `execution.py`: routes, messages, one prompt at a time. */
export interface ComfyuiStandIn extends StandInServer {
  behavior: ComfyuiBehavior;
  /** Files of the output folder, `SUBFOLDER/NAME`. */
  readonly files: Map<string, Uint8Array | ((response: ServerResponse) => void)>;
  /** Uploaded images and models by their names. */
  readonly uploads: Map<string, Buffer>;
  readonly prompts: Prompt[];
  /** Responses in place of its own, by method and route, such as `POST prompt`. */
  readonly replaced: Map<string, (response: ServerResponse) => void>;
  /** Prompts are checked until `finishChecks`, also if their connection ended. */
  isChecking: boolean;
  finishChecks(): void;
  /** Prompts that are checked, and whose response somebody waits for. */
  readonly checked: number;
  /** A prompt begins between the query of its place and its removal. */
  isRushing: boolean;
  /** Number of prompts in the queue. */
  readonly queued: number;
  /** Ids of prompts that were interrupted, and that were removed from the queue. */
  readonly interrupted: string[];
  readonly removed: string[];
  /** Adds work of somebody else, which runs until it is ended. */
  addForeign(): { end(): void };
  release(): void;
  restart(): Promise<void>;
}

/** Required inputs of the node types that it has. */
const NODE_TYPES: Readonly<Record<string, readonly string[]>> = {
  ImageOnlyCheckpointLoader: ['ckpt_name'],
  LoadImage: ['image'],
  CLIPVisionEncode: ['clip_vision', 'image', 'crop'],
  CLIPTextEncode: ['text', 'clip'],
  Hunyuan3Dv2Conditioning: ['clip_vision_output'],
  Hunyuan3Dv2ConditioningMultiView: [],
  EmptyLatentHunyuan3Dv2: ['resolution', 'batch_size'],
  ModelSamplingAuraFlow: ['model', 'shift'],
  KSampler: ['model', 'seed', 'steps', 'cfg', 'sampler_name', 'scheduler', 'positive', 'negative', 'latent_image'],
  VAEDecodeHunyuan3D: ['samples', 'vae', 'num_chunks', 'octree_resolution'],
  VoxelToMesh: ['voxel', 'algorithm', 'threshold'],
  SaveGLB: ['mesh', 'filename_prefix'],
  InvertMask: ['mask'],
  JoinImageWithAlpha: ['image', 'alpha'],
  SaveImage: ['images', 'filename_prefix'],
  // Of the node pack for Hunyuan3D: the first one takes a path in the input folder, the second one a name of a file there.
  Hy3DLoadMesh: ['glb_path'],
  Hy3DUploadMesh: ['mesh'],
  Hy3DExportMesh: ['trimesh', 'filename_prefix'],
};

/** Nodes that offer the files of the input folder itself. */
const LISTED: Readonly<Record<string, string>> = { Hy3DUploadMesh: 'mesh' };

/** `isOld`: a version that chooses the ids of prompts, and interrupts whatever runs. */
export async function startComfyui(behavior: ComfyuiBehavior, { isOld = false } = {}): Promise<ComfyuiStandIn> {
  let pending: Item[] = [];
  let running: Item | null = null;
  let history: Record<string, object> = {};
  let number = 0;
  let endRunning: (how: 'end' | 'interrupt') => void = () => undefined;
  let checks: { readonly queue: () => void; readonly response: ServerResponse }[] = [];
  const foreigners: (() => void)[] = [];
  const sockets = new Map<string, WebSocket>();
  const webSockets = new WebSocketServer({ noServer: true });

  function tell(item: Item, type: string, data: object = {}): void {
    const socket = sockets.get(item[3].client_id ?? '');
    const message = { type, data: { prompt_id: item[1], ...data } };
    socket?.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 0xff, 0xd8]));
    socket?.send(JSON.stringify(message));
  }

  function finish(item: Item, outputs: object, messages: [string, object][], status: 'success' | 'error'): void {
    const messagesOfAll = [['execution_start', { prompt_id: item[1] }], ...messages];
    history[item[1]] = {
      ...{ prompt: item, outputs, meta: {} },
      status: { status_str: status, completed: status === 'success', messages: messagesOfAll },
    };
    running = null;
    for (const [type, data] of messages) tell(item, type, data);
    next();
  }

  function next(): void {
    if (running || pending.length === 0) return;
    const item = (running = pending.shift() as Item);
    const generation = history;
    tell(item, 'execution_start');
    tell(item, 'execution_cached', { nodes: [] });
    const end = (how: 'end' | 'interrupt'): void => {
      // The process that ran it is gone, or it has ended.
      if (history !== generation || running !== item) return;
      if (how === 'interrupt') return finish(item, {}, [['execution_interrupted', { node_id: '7' }]], 'error');
      const { behavior: how2 } = standIn;
      for (const id of Object.keys(item[2])) {
        tell(item, 'executing', { node: id });
        tell(item, 'progress', { value: 1, max: 2, node: id });
      }
      if (how2.kind !== 'throws') {
        return finish(
          item,
          how2.outputs(item[2]),
          [
            ['execution_success', {}],
            ['executing', { node: null }],
          ],
          'success',
        );
      }
      const error = { node_id: '7', node_type: 'KSampler', exception_type: how2.type, exception_message: how2.message };
      finish(item, {}, [['execution_error', error]], 'error');
    };
    endRunning = end;
    // The first half of its nodes, the last one of them half done.
    if (standIn.behavior.kind === 'held') {
      for (const id of Object.keys(item[2]).slice(0, 5)) tell(item, 'executing', { node: id });
      tell(item, 'progress', { value: 5, max: 10, node: '5' });
    }
    if (standIn.behavior.kind !== 'held' && item[3].client_id !== 'foreign') setImmediate(end, 'end');
  }

  function refuse(prompt: Prompt): object | null {
    for (const [id, { class_type: type, inputs }] of Object.entries(prompt)) {
      const required = NODE_TYPES[type];
      const details = `Node ID '#${id}'`;
      if (!required) {
        const message = `Cannot execute because node ${type} does not exist.`;
        return { error: { type: 'invalid_prompt', message, details, extra_info: {} }, node_errors: {} };
      }
      const missing = required.find((name) => {
        const value = inputs[name];
        return value === undefined || (Array.isArray(value) && !(String(value[0]) in prompt));
      });
      const isUnknown = type === 'LoadImage' && !standIn.uploads.has(String(inputs['image']));
      const listed = LISTED[type];
      const isUnlisted = listed !== undefined && !standIn.uploads.has(String(inputs[listed]));
      if (missing === undefined && !isUnknown && !isUnlisted) continue;
      const problem = isUnlisted
        ? { type: 'value_not_in_list', message: 'Value not in list', details: `${listed}: '${String(inputs[listed])}'` }
        : isUnknown
          ? {
              type: 'custom_validation_failed',
              message: 'Custom validation failed for node',
              details: 'image - Invalid image file',
            }
          : { type: 'required_input_missing', message: 'Required input is missing', details: missing };
      return {
        error: {
          type: 'prompt_outputs_failed_validation',
          message: 'Prompt outputs failed validation',
          details: '',
          extra_info: {},
        },
        node_errors: { [id]: { errors: [problem], dependent_outputs: [], class_type: type } },
      };
    }
    return null;
  }

  function queuePrompt(
    body: { prompt: Prompt; prompt_id?: string; client_id?: string },
    response: ServerResponse,
  ): void {
    const refusal = refuse(body.prompt);
    if (refusal) return sendJson(response, 400, refusal);
    const id = isOld ? randomUUID() : (body.prompt_id ?? randomUUID());
    standIn.prompts.push(body.prompt);
    pending.push([number++, id, body.prompt, { client_id: body.client_id ?? '' }, []]);
    sendJson(response, 200, { prompt_id: id, number, node_errors: {} });
    setImmediate(next);
  }

  function view(query: URLSearchParams, response: ServerResponse): void {
    const file = standIn.files.get([query.get('subfolder'), query.get('filename')].filter(Boolean).join('/'));
    if (!file || query.get('type') !== 'output') return void response.writeHead(404).end();
    if (typeof file === 'function') return file(response);
    response.writeHead(200, { 'content-type': 'model/gltf-binary', 'content-length': file.byteLength }).end(file);
  }

  async function saveUpload(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const image = form.get('image') as File;
    const subfolder = form.get('subfolder') as string;
    standIn.uploads.set([subfolder, image.name].filter(Boolean).join('/'), Buffer.from(await image.arrayBuffer()));
    sendJson(response, 200, { name: image.name, subfolder, type: 'input' });
  }

  const server = await startServer(
    (request, response, body) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
      const [, route = '', id = ''] = pathname.split('/');
      const json = <T>(): T => (body.length > 0 ? JSON.parse(body.toString()) : {}) as T;
      const replaced = standIn.replaced.get(`${request.method} ${route}`);
      if (replaced) return replaced(response);
      switch (`${request.method} ${route}`) {
        case 'GET system_stats':
          return sendJson(response, 200, { system: { os: 'posix', comfyui_version: '0.3.40' }, devices: [] });
        case 'GET object_info': {
          const required = NODE_TYPES[decodeURIComponent(id)];
          const inputs = Object.fromEntries((required ?? []).map((name) => [name, ['*']]));
          return sendJson(
            response,
            200,
            required ? { [id]: { input: { required: inputs }, output_node: id === 'SaveGLB' } } : {},
          );
        }
        case 'POST upload':
          return void saveUpload(request, body, response);
        case 'POST prompt': {
          const queue = () => queuePrompt(json(), response);
          return standIn.isChecking ? void checks.push({ queue, response }) : queue();
        }
        case 'GET queue':
          return sendJson(response, 200, { queue_running: running ? [running] : [], queue_pending: pending });
        case 'POST queue': {
          if (standIn.isRushing) foreigners.splice(0).forEach((end) => end());
          const ids = json<{ delete?: string[] }>().delete ?? [];
          standIn.removed.push(...pending.filter(([, each]) => ids.includes(each)).map(([, each]) => each));
          pending = pending.filter(([, each]) => !ids.includes(each));
          return void response.writeHead(200).end();
        }
        case 'POST interrupt': {
          const wanted = json<{ prompt_id?: string }>().prompt_id;
          if (running && (isOld || wanted === undefined || wanted === running[1])) {
            standIn.interrupted.push(running[1]);
            endRunning('interrupt');
          }
          return void response.writeHead(200).end();
        }
        case 'GET history':
          return sendJson(response, 200, id in history ? { [id]: history[id] } : {});
        case 'GET view':
          return view(searchParams, response);
        default:
          return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404: Not Found');
      }
    },
    (request, socket, head) => {
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        const client = new URL(request.url ?? '', 'http://stand-in').searchParams.get('clientId') ?? randomUUID();
        sockets.set(client, webSocket);
        webSocket.on('error', () => undefined);
        webSocket.send(
          JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: client } }),
        );
      });
    },
  );

  const standIn: ComfyuiStandIn = {
    ...server,
    behavior,
    ...{ isChecking: false, isRushing: false },
    get queued() {
      return pending.length + (running ? 1 : 0);
    },
    get checked() {
      return checks.filter(({ response }) => !response.destroyed).length;
    },
    finishChecks() {
      const all = checks;
      checks = [];
      for (const { queue } of all) queue();
    },
    ...{ files: new Map(), uploads: new Map(), replaced: new Map(), prompts: [], interrupted: [], removed: [] },
    addForeign() {
      const item: Item = [number++, randomUUID(), {}, { client_id: 'foreign' }, []];
      pending.push(item);
      next();
      const end = (): void => {
        if (running === item) finish(item, {}, [], 'success');
        pending = pending.filter((each) => each !== item);
      };
      foreigners.push(end);
      return { end };
    },
    release: () => endRunning('end'),
    async restart() {
      await server.stop();
      [pending, running, history] = [[], null, {}];
      await server.start();
    },
  };
  return standIn;
}
