import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../src-main/base/clock.ts';
import { httpAnswer, startRawService, type RawRequest } from '../helpers/service/raw-service.ts';

/** The calls of a job with one step, in their order; `query` is the query of a single task. */
export type CallKind = 'presign' | 'upload' | 'create' | 'usage' | 'poll' | 'query' | 'file' | 'balance';

/** A call to the region, and its honest response. */
export interface Call {
  readonly kind: CallKind;
  /** Number of earlier calls of this kind. */
  readonly earlier: number;
  readonly request: RawRequest;
  /** The honest response: status line, headers with a `Content-Length`, and body. */
  readonly honest: Buffer;
  readonly origin: string;
  /** Origins of another host: on this computer, and on the internet behind the proxy. */
  readonly elsewhere: { readonly near: string; readonly far: string };
  readonly clock: Clock;
}

/** Bytes to send, and the end of the connection; absent: it stays open. */
export interface Reply {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly end?: 'close' | 'reset';
}

/** A task as the region reports it. */
interface RegionTask {
  readonly task_id: string;
  readonly type: string;
  readonly status: string;
  readonly progress: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly credits_consumed: unknown;
  readonly error_code?: number;
  readonly error_message?: string;
}

/** Differences to an honest service; `{}` is honest. */
export interface Behaviour {
  /** Responses instead of the honest ones, by call. */
  readonly on?: Partial<Readonly<Record<CallKind, (call: Call) => Reply>>>;
  /** Changes a task in every response that contains it; `looks`: number of earlier responses with it. */
  readonly tell?: (task: RegionTask, looks: number) => unknown;
  /** Number of tasks that a creation starts, by the number of earlier creations; absent: 1. */
  readonly starts?: (earlier: number) => number;
  /** Every creation returns the first task. */
  readonly repeatsId?: true;
  /** The type of a task, by the name of its operation; absent: that name. */
  readonly toType?: (operation: string) => string;
  /** Number of older tasks of other clients, which the usage history lists before all others; absent: 0. */
  readonly listsOldFirst?: number;
  /** Time after which the usage history lists a new task, in ms; absent: at once. */
  readonly listsAfterMs?: number;
  /** Offset of its clock, in ms. */
  readonly skewMs?: number;
}

/** A region that does what its behaviour says. */
export interface HostileRegion {
  readonly origin: string;
  behaviour: Behaviour;
  /** Number of requests so far; of one kind, if given. */
  count(kind?: CallKind): number;
  /** Pauses between the requests of one kind so far, in ms of the clock. */
  pauses(kind: CallKind): number[];
  /** The charges of all tasks as the region reported them last. */
  charges(): string;
}

/** Credits that the region charges for a task: the list price of the sample's recipe. */
const PRICE = 110;
/** Looks at a running task before it succeeds. */
const LOOKS = 1;

/** Starts the region on loopback until the test ends. Outputs are `model`. */
export async function startHostileRegion(
  behaviour: Behaviour,
  { clock, model, elsewhere }: { readonly clock: Clock; readonly model: Uint8Array } & Pick<Call, 'elsewhere'>,
): Promise<HostileRegion> {
  const tasks: { readonly id: string; readonly type: string; readonly input: RegionTask['input']; looks: number }[] =
    [];
  const createdAt = new Map<string, string>();
  const charged = new Map<string, unknown>();
  /** When each request arrived, by `clock.elapsed()`. */
  const arrivals = new Map<CallKind, number[]>();
  let created = 0;
  const now = (): number => clock.now() + (region.behaviour.skewMs ?? 0);

  const start = (type: string, input: RegionTask['input']): string => {
    const id = (region.behaviour.repeatsId && tasks.at(-1)?.id) || randomUUID();
    if (createdAt.has(id)) return id;
    tasks.unshift({ id, type, input, looks: 0 });
    createdAt.set(id, new Date(now()).toISOString());
    charged.set(id, PRICE);
    return id;
  };
  const tell = (task: (typeof tasks)[number]): unknown => {
    const looks = task.looks++;
    const isOver = looks >= LOOKS;
    const honest: RegionTask = {
      task_id: task.id,
      type: task.type,
      status: isOver ? 'success' : 'running',
      progress: isOver ? 100 : 50,
      input: task.input,
      output: isOver ? { model_url: `${service.origin}/file/${looks}` } : {},
      created_at: createdAt.get(task.id) ?? '',
      credits_consumed: isOver ? PRICE : 0,
    };
    const told = region.behaviour.tell?.(honest, looks) ?? honest;
    const { credits_consumed: credits, status } = told as Partial<RegionTask>;
    if (status !== 'running' && status !== 'queued') charged.set(task.id, credits);
    return told;
  };
  const honestData = (kind: CallKind, { path, body }: RawRequest): unknown => {
    const sent = kind === 'upload' || body.byteLength === 0 ? {} : (JSON.parse(body.toString()) as RegionTask['input']);
    switch (kind) {
      case 'presign':
        return { presigned_url: `${service.origin}/put`, file_token: `file_${randomUUID()}`, expires_in: 1800 };
      case 'create': {
        const operation = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_');
        const type = region.behaviour.toType?.(operation) ?? operation;
        const ids = Array.from({ length: region.behaviour.starts?.(created++) ?? 1 }, () => start(type, sent));
        return { task_id: ids.at(-1) ?? randomUUID(), type, status: 'queued' };
      }
      case 'usage': {
        const latest = new Date(now() - (region.behaviour.listsAfterMs ?? 0)).toISOString();
        const rows = tasks.map(({ id, type }) => ({
          task_id: id,
          type,
          status: 'success',
          created_at: createdAt.get(id),
        }));
        const old = Array.from({ length: region.behaviour.listsOldFirst ?? 0 }, (_, at) => ({
          ...{ task_id: `old-${at}`, type: 'image_to_model', status: 'success' },
          created_at: new Date(now() - 9_000_000 + at * 1_000).toISOString(),
        }));
        const offset = Number(new URL(path, service.origin).searchParams.get('offset'));
        return [...old, ...rows.filter(({ created_at: at = '' }) => at <= latest)].slice(offset, offset + 200);
      }
      case 'poll': {
        const asked = tasks.filter(({ id }) => (sent['task_ids'] as string[]).includes(id));
        const known = asked.map((task) => [task.id, tell(task)] as const);
        return { tasks: Object.fromEntries(known), missed: [] };
      }
      case 'query':
        return tasks.filter(({ id }) => path.endsWith(id)).map(tell)[0];
      case 'balance':
        return { balance: 1000, frozen: 0 };
      default:
        return null;
    }
  };
  const honestAnswer = (kind: CallKind, request: RawRequest): Buffer => {
    const date = new Date(now()).toUTCString();
    if (kind === 'file') return httpAnswer(200, Buffer.from(model), { date });
    return httpAnswer(200, JSON.stringify({ code: 0, status: 'success', data: honestData(kind, request) }), { date });
  };
  const service = await startRawService((socket, request) => {
    const kind = kindOf(request);
    const times = arrivals.get(kind) ?? [];
    const earlier = times.length;
    arrivals.set(kind, [...times, clock.elapsed()]);
    const honest = honestAnswer(kind, request);
    const call: Call = { kind, earlier, request, honest, origin: service.origin, elsewhere, clock };
    void send(socket, region.behaviour.on?.[kind]?.(call) ?? { pieces: [honest] });
  });
  const region: HostileRegion = {
    origin: service.origin,
    behaviour,
    count: (kind) => (kind ? (arrivals.get(kind)?.length ?? 0) : service.requests.length),
    pauses: (kind) => {
      const times = arrivals.get(kind) ?? [];
      return times.slice(1).map((time, at) => time - (times[at] ?? 0));
    },
    charges: () => tasks.map(({ id }) => toText(charged.get(id))).join(' + ') || 'nothing',
  };
  return region;
}

function toText(credits: unknown): string {
  return JSON.stringify(credits ?? 'not reported').replaceAll('"', '');
}

function kindOf({ method, path }: RawRequest): CallKind {
  if (method === 'PUT') return 'upload';
  if (path.startsWith('/file/')) return 'file';
  if (path.startsWith('/v3/files/')) return 'presign';
  if (path === '/v3/tasks/list') return 'poll';
  if (path.startsWith('/v3/tasks/')) return 'query';
  if (path.startsWith('/v3/account/usage')) return 'usage';
  return path.startsWith('/v3/account/') ? 'balance' : 'create';
}

/** Each piece is written on its own, and not before the previous one was accepted. */
async function send(socket: Socket, { pieces, end }: Reply): Promise<void> {
  for await (const piece of pieces) {
    if (socket.destroyed) return;
    if (!socket.write(piece)) await drained(socket);
    await nextTurn();
  }
  if (end === 'close') socket.end();
  if (end === 'reset') socket.resetAndDestroy();
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}
