import { CATEGORIES, type Category } from '../../src-shared/api/models/categories.ts';
import { toCredits, toWireCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import { OPERATIONS, type OperationName } from '../../src-shared/api/operations.ts';
import type { FaultPlan } from './faults.ts';
import type { Kernel } from './kernel.ts';
import { makePicture, sha256 } from './model-bytes.ts';
import { createTask, statusOf, toWireTask, type SimTask } from './sim-tasks.ts';

/** Where the service is, and where its files are; three hosts, as with a real one. */
export const API_ORIGIN = 'https://api.service.example';
const UPLOAD_ORIGIN = 'https://upload.service.example';
const OUTPUT_ORIGIN = 'https://output.service.example';

/** A request as it arrives. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer as it leaves. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The service behind the network: tasks, files, credits, all exact; it never forgets. */
export interface SimService {
  handle(request: WireRequest): WireAnswer;
  /** Another device with the same key orders tasks. */
  orderElsewhere(count: number, operation: OperationName): void;
  /** Every task of ours and of others, oldest first. */
  tasks(): readonly SimTask[];
  find(id: string): SimTask | undefined;
  /** True if a task was ever answered in a state that nobody knows. */
  wasStrange(id: string): boolean;
  readonly epoch: number;
  /** Requests that asked for anything. */
  requests(): number;
  topUp(credits: number): void;
  /** What can still be spent, less what is held. */
  left(): Credits;
  /** What is held for running tasks. */
  held(): Credits;
  /** It takes up nothing for a while; what arrives lies before its door. */
  standStill(ms: number): void;
  /** Milliseconds until it takes up requests again. */
  stillForMs(): number;
  readonly onCreate: ((task: SimTask) => void)[];
}

interface ServiceOptions {
  readonly kernel: Kernel;
  readonly plan: FaultPlan;
  readonly isFree: boolean;
  /** Whether a task shows unknown fields of its request again. */
  readonly hasEcho: boolean;
  /** Epoch ms of the service's clock at true time 0. */
  readonly epoch: number;
  /** Credits of the account at the beginning; absent: drawn. */
  readonly credits?: Credits;
  /** Charge of a successful task; absent: its price. */
  readonly charge?: (price: Credits) => Credits;
}

const TOKEN_LIFE_MS = 1_800_000;
const OPERATION_AT = new Map(Object.values(OPERATIONS).map(({ path, name }) => [path, name as OperationName]));

/** A service with nothing in it. */
export function createSimService(options: ServiceOptions): SimService {
  const { kernel, plan, isFree, hasEcho, epoch, charge = (price: Credits): Credits => price } = options;
  const prng = kernel.prng.fork('service');
  const tasks = new Map<string, SimTask>();
  /** Tasks that were once answered in a state that nobody knows. */
  const strange = new Set<string>();
  const tokens = new Map<string, { until: number; sha: string | null }>();
  const onCreate: ((task: SimTask) => void)[] = [];
  const smallPool = plan.has('small_pools') ? 1 + prng.integer(3) : null;
  const isPoor = !isFree && (plan.has('little_credit') || plan.has('kept_balance'));
  const drawn = isPoor ? prng.pick([0, 300, 600, 900]) * 100 : 1_000_000_00;
  let credits: number = options.credits ?? drawn;
  /** Whether the balance it tells is without what it holds. */
  const excludesHeld = prng.fork('balance').chance(0.5);
  const hasEtags = prng.chance(0.7);
  let requests = 0;
  let stormUntil = -1;
  let stillUntil = 0;

  const toStamp = (time: number): string => new Date(epoch + Math.floor(time)).toISOString();
  const json = (status: number, value: unknown, headers: Record<string, string> = {}): WireAnswer => ({
    status,
    headers: { 'content-type': 'application/json', date: new Date(epoch + kernel.now()).toUTCString(), ...headers },
    body: Buffer.from(JSON.stringify(value)),
  });
  const ok = (data: unknown): WireAnswer => json(200, { code: 0, status: 'success', data });
  const refuse = (status: number, code: number, message: string, headers?: Record<string, string>): WireAnswer =>
    json(status, { code, status: 'error', message, suggestion: '', request_id: 'sim' }, headers);

  const live = (): SimTask[] => [...tasks.values()].filter((task) => task.endsAt > kernel.now());
  const frozen = (): number => (isFree ? 0 : live().reduce((sum, { price }) => sum + price, 0));
  const spent = (): number =>
    isFree
      ? 0
      : [...tasks.values()].reduce(
          (sum, task) => sum + (task.endsAt <= kernel.now() && task.outcome === 'success' ? task.charge : 0),
          0,
        );

  const rateLimit = (): WireAnswer | null => {
    if (kernel.now() >= stormUntil) {
      if (!prng.chance(plan.rate('rate_limits'))) return null;
      stormUntil = kernel.now() + prng.between(500, 30_000);
    }
    const seconds = Math.ceil((stormUntil - kernel.now()) / 1000);
    const reset = String(Math.ceil((epoch + stormUntil) / 1000));
    const date = new Date(epoch + stormUntil).toUTCString();
    const headers = prng.pick([
      { 'retry-after': String(seconds) },
      { 'retry-after': date },
      { 'x-ratelimit-reset': reset },
      {},
    ]);
    return refuse(429, 1007, 'Too many requests.', headers);
  };

  const sourceOf = (operation: OperationName, body: Record<string, unknown>): string | null => {
    const source = OPERATIONS[operation].source;
    if (source.kind === 'none') return sha256(Buffer.from(String(body['prompt'])));
    if (source.kind === 'task') {
      const from = tasks.get(String(body[source.field]));
      return from && statusOf(from, kernel.now()) === 'success' ? from.sourceSha : null;
    }
    const token = tokens.get(String(body['input']));
    return token && token.until > kernel.now() ? token.sha : null;
  };

  const create = (operation: OperationName, body: Record<string, unknown>): WireAnswer => {
    const limited = rateLimit();
    if (limited) return limited;
    const category: Category = OPERATIONS[operation].category(body);
    const inside = live().filter((task) => OPERATIONS[task.operation].category(task.input) === category).length;
    if (inside >= (smallPool ?? CATEGORIES[category].concurrency)) {
      return refuse(429, 2000, 'The pool is full.', { 'retry-after': String(1 + prng.integer(10)) });
    }
    const sourceSha = sourceOf(operation, body);
    if (sourceSha === null) return refuse(400, 1004, 'The source is invalid or expired.');
    const price = isFree ? 0 : (OPERATIONS[operation].price(body) ?? 0);
    if (price > credits - spent() - frozen()) return refuse(403, 2010, 'Not enough credits.');
    const nonce = typeof body['client_ref'] === 'string' ? body['client_ref'] : null;
    const task = add(operation, body, sourceSha, nonce);
    return ok({ task_id: task.id, type: operation, status: 'queued' });
  };

  const add = (
    operation: OperationName,
    input: Record<string, unknown>,
    sourceSha: string,
    nonce: string | null,
  ): SimTask => {
    const fate = {
      failing: plan.rate('failing_tasks'),
      vanishing: plan.rate('vanishing_tasks'),
      long: isFree ? 0 : plan.rate('long_tasks'),
      lag: isFree ? 0 : plan.rate('usage_lag'),
    };
    const birth = { id: prng.uuid(), operation, nonce, input, sourceSha, createdAt: kernel.now() };
    const drawn = createTask(birth, fate, prng);
    const price = isFree ? (0 as Credits) : drawn.price;
    const task = { ...drawn, price, charge: charge(price) };
    tasks.set(task.id, task);
    kernel.trace(`service: task ${short(task.id)} ${operation} ref ${short(nonce ?? 'none')}, will be ${task.outcome}`);
    for (const listen of onCreate) listen(task);
    return task;
  };

  const urlOf = (task: SimTask) => (key: string) => {
    const lifeMs = prng.chance(plan.rate('expired_urls')) ? prng.between(0, 30) : 86_400_000;
    return `${OUTPUT_ORIGIN}/${task.id}/${key}?until=${kernel.now() + lifeMs}`;
  };
  const wire = (task: SimTask): Record<string, unknown> => {
    const at = prng.chance(plan.rate('old_answers')) ? kernel.now() - prng.between(0, 60_000) : kernel.now();
    const response = toWireTask(task, at, toStamp, urlOf(task));
    return distort(hasEcho ? response : { ...response, input: withoutNonce(task.input) });
  };
  /** A task in a state that nobody knows, or with values of other types than documented. */
  const distort = (response: Record<string, unknown>): Record<string, unknown> => {
    const isOver = ['success', 'failed', 'cancelled'].includes(String(response['status']));
    if (!isOver && prng.chance(plan.rate('unknown_states'))) {
      strange.add(String(response['task_id']));
      return { ...response, status: 'reviewing' };
    }
    if (!prng.chance(plan.rate('wrong_types'))) return response;
    return {
      ...response,
      ...prng.pick([
        { progress: String(response['progress']) },
        { progress: null },
        { status: 3 },
        { output: [] },
        { created_at: epoch },
        { credits_consumed: JSON.stringify(response['credits_consumed'] ?? 0) },
      ]),
    };
  };

  const list = (ids: readonly string[]): WireAnswer => {
    const found: Record<string, unknown> = {};
    const missed: string[] = [];
    for (const id of ids) {
      const task = tasks.get(id);
      const hidden = task && kernel.now() >= task.hiddenFrom && kernel.now() < task.hiddenUntil;
      if (task && !hidden) found[id] = wire(task);
      else missed.push(id);
    }
    return ok({ tasks: found, missed });
  };
  const usage = (limit: number, offset: number): WireAnswer => {
    const shown = [...tasks.values()].filter((task) => task.shownAt <= kernel.now()).reverse();
    const rows = shown.slice(offset, offset + limit).map((task) => ({
      task_id: task.id,
      type: task.operation,
      status: statusOf(task, kernel.now()),
      created_at: toStamp(task.createdAt),
      credits_consumed: statusOf(task, kernel.now()) === 'success' ? toWireCredits(task.charge) : 0,
    }));
    return ok(rows);
  };

  const handleApi = ({ method, url, body }: WireRequest): WireAnswer => {
    const told = (): Record<string, unknown> => JSON.parse(body.toString()) as Record<string, unknown>;
    const operation = method === 'POST' ? OPERATION_AT.get(url.pathname) : undefined;
    if (operation) return create(operation, told());
    const limited = rateLimit();
    if (limited) return limited;
    if (url.pathname === '/v3/files/presign') {
      const token = `file_${prng.uuid()}`;
      tokens.set(token, { until: kernel.now() + TOKEN_LIFE_MS, sha: null });
      return ok({ presigned_url: `${UPLOAD_ORIGIN}/${token}`, file_token: token, expires_in: 1800 });
    }
    if (url.pathname === '/v3/tasks/list') return list(told()['task_ids'] as string[]);
    if (url.pathname === '/v3/account/balance') {
      const balance = toCredits(credits - spent() - (excludesHeld ? frozen() : 0));
      return ok({ balance: toWireCredits(balance), frozen: toWireCredits(toCredits(frozen())) });
    }
    if (url.pathname === '/v3/account/usage') {
      return usage(Number(url.searchParams.get('limit') ?? 200), Number(url.searchParams.get('offset') ?? 0));
    }
    const task = tasks.get(url.pathname.split('/').at(-1) ?? '');
    return task ? ok(wire(task)) : refuse(404, 2001, 'No such task.');
  };

  const handleUpload = ({ url, body }: WireRequest): WireAnswer => {
    const token = tokens.get(url.pathname.slice(1));
    if (!token || token.until <= kernel.now()) return { status: 403, headers: {}, body: Buffer.from('<Error/>') };
    token.sha = sha256(body);
    return { status: 200, headers: {}, body: Buffer.alloc(0) };
  };

  const handleOutput = ({ url, headers: asked }: WireRequest): WireAnswer => {
    const [, id = '', key] = url.pathname.split('/');
    const task = tasks.get(id);
    if (!task || Number(url.searchParams.get('until')) <= kernel.now()) {
      return { status: 403, headers: {}, body: Buffer.from('<Error/>') };
    }
    const body = key === 'model_url' ? task.model : makePicture(id);
    const etag = `"${sha256(body).slice(0, 16)}"`;
    const headers: Record<string, string> = hasEtags ? { etag } : {};
    const from =
      hasEtags && asked['if-range'] === etag ? Number(/^bytes=(\d+)-$/.exec(asked['range'] ?? '')?.[1]) : NaN;
    if (from > 0 && from < body.byteLength) {
      const range = `bytes ${from}-${body.byteLength - 1}/${body.byteLength}`;
      const rest = body.subarray(from);
      return {
        status: 206,
        headers: { ...headers, 'content-range': range, 'content-length': String(rest.byteLength) },
        body: rest,
      };
    }
    return { status: 200, headers: { ...headers, 'content-length': String(body.byteLength) }, body };
  };

  return {
    epoch,
    onCreate,
    handle: (request) => {
      requests++;
      if (request.url.origin === UPLOAD_ORIGIN) return handleUpload(request);
      return request.url.origin === OUTPUT_ORIGIN ? handleOutput(request) : handleApi(request);
    },
    orderElsewhere: (count, operation) => {
      for (let made = 0; made < count; made++) {
        add(operation, { model: 'P2-20260801', client_ref: `elsewhere-${prng.uuid()}` }, 'elsewhere', null);
      }
    },
    tasks: () => [...tasks.values()],
    find: (id) => tasks.get(id),
    wasStrange: (id) => strange.has(id),
    requests: () => requests,
    held: () => toCredits(frozen()),
    left: () => toCredits(credits - spent() - frozen()),
    topUp: (amount) => void (credits += amount * 100),
    standStill: (ms) => void (stillUntil = Math.max(stillUntil, kernel.now() + ms)),
    stillForMs: () => Math.max(0, stillUntil - kernel.now()),
  };
}

/** The first part of an id, for people. */
export function short(id: string): string {
  return id.replace(/^file_/, '').slice(0, 8);
}

/** A request without the field that names its order. */
export function withoutNonce(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { client_ref: _, ...rest } = input;
  return rest;
}
