import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Prng } from '../simulation/prng.ts';
import type { KillPoint } from './kill-points.ts';
import { createRewriter } from './rewrite-bytes.ts';

/** What may happen to a connection. */
const WIRE_FAULTS = ['reset', 'stall', 'truncate', 'delay', 'cut_up', 'cut_down'] as const;

/** What happens to one connection. */
type WireFault = (typeof WIRE_FAULTS)[number];

/** What becomes of orders, whatever the weather. */
export type RequestFate = 'pass' | 'lose_answer' | 'lose_order';

/** A TCP proxy in front of a service, as bad as a network can be. */
export interface UnreliableProxy {
  readonly baseUrl: string;
  /** Share of connections that something happens to. */
  setWeather(share: number): void;
  /** For all orders from now on, or for so many. */
  setFate(fate: RequestFate, orders?: number): void;
  /** Resolves when a connection has come to that moment; from then on nothing of it moves. Null: waits for nothing. */
  standStillAt(boundary: KillPoint | null): Promise<void>;
  /** What has happened so far, by fault. */
  readonly faults: Record<WireFault | 'lost_answers' | 'lost_orders', number>;
  close(): Promise<void>;
}

/** Longest delay of a piece: far below the time after which an order in doubt may be sent again. */
const LONGEST_DELAY_MS = 40;
const LONGEST_STALL_MS = 300;
/** Faults that count bytes come within these: an order has a few hundred, a model some ten thousand. */
const MAX_BYTES = { truncate: 4_000, cut_up: 900, cut_down: 4_000 } as const;

/** Listens on loopback. What it holds back is dropped with its connection, so that nothing arrives after a kill. */
export async function startUnreliableProxy(target: string, prng: Prng): Promise<UnreliableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const faults = { reset: 0, stall: 0, truncate: 0, delay: 0, cut_up: 0, cut_down: 0, lost_answers: 0, lost_orders: 0 };
  let share = 0;
  let fate: RequestFate = 'pass';
  let fateOrders = 0;
  let still: { readonly boundary: KillPoint; readonly reached: () => void } | null = null;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const stand = (boundary: KillPoint, ...both: readonly Socket[]): boolean => {
    if (still?.boundary !== boundary) return false;
    for (const socket of both) socket.pause();
    still.reached();
    return true;
  };

  /** Whether an order meets this fate now. */
  const isLost = (wanted: RequestFate): boolean => {
    if (fate !== wanted) return false;
    if (--fateOrders === 0) fate = 'pass';
    return true;
  };

  const forward = (client: Socket): void => {
    const service = connect(Number(port), hostname);
    keep(service);
    const own = new URL(baseUrl()).host;
    const rename = createRewriter(`${hostname}:${port}`, own);
    // Heads come whole; what an answer of data ends with is never the beginning of an address, what a model ends with may be.
    const toService = (bytes: Buffer): Buffer => createRewriter(own, `${hostname}:${port}`, false)(bytes);
    const toClient = (bytes: Buffer): Buffer => (what === 'model' ? bytes : rename(bytes));
    const fault = prng.chance(share) ? prng.pick(WIRE_FAULTS) : null;
    const least = fault && fault in MAX_BYTES ? prng.integer(MAX_BYTES[fault as keyof typeof MAX_BYTES]) : Infinity;
    const delayMs = fault === 'delay' ? prng.between(1, LONGEST_DELAY_MS) : 0;
    let [up, down] = [0, 0];
    let what: Traffic = 'other';
    let hasHappened = false;
    const note = (): void => {
      if (fault && !hasHappened) faults[fault]++;
      hasHappened = true;
    };

    const reset = (): void => {
      client.resetAndDestroy();
      service.resetAndDestroy();
    };
    const pass = (to: Socket, bytes: Buffer): void => {
      if (to.destroyed) return;
      if (delayMs === 0) to.write(bytes);
      else setTimeout(() => !to.destroyed && to.write(bytes), delayMs);
    };

    client.on('data', (bytes: Buffer) => {
      what = trafficOf(bytes) ?? what;
      up += bytes.byteLength;
      if (fault === 'reset' || fault === 'stall' || fault === 'delay') note();
      if (fault === 'reset') return reset();
      if (fault === 'stall') return void setTimeout(reset, prng.between(10, LONGEST_STALL_MS));
      if (what === 'order' && isLost('lose_order')) {
        faults.lost_orders++;
        return reset();
      }
      if (what === 'order' && stand('wire: the order came to the proxy and no further', client)) return;
      if (what === 'upload' && hasBody(bytes) && stand('wire: half of an upload passed', client)) {
        return pass(service, toService(bytes.subarray(0, bytes.byteLength >> 1)));
      }
      if (fault === 'cut_up' && up > least) {
        note();
        service.write(toService(bytes.subarray(0, Math.max(0, bytes.byteLength - (up - least)))), reset);
        return;
      }
      pass(service, toService(bytes));
      if (what === 'order') stand('wire: the order is at the service, no answer yet', service);
    });
    service.on('data', (bytes: Buffer) => {
      down += bytes.byteLength;
      if (what === 'order' && isLost('lose_answer')) {
        faults.lost_answers++;
        return reset();
      }
      const half = toClient(bytes.subarray(0, bytes.byteLength >> 1));
      if (what === 'order' && stand('wire: half of the answer to an order passed', service)) return pass(client, half);
      if (what === 'model' && stand('wire: half of a model passed', service)) return pass(client, half);
      const rest = toClient(bytes.subarray(bytes.byteLength >> 1));
      const whole = Buffer.concat([half, rest]);
      if (down <= least || !(fault === 'truncate' || fault === 'cut_down')) return pass(client, whole);
      note();
      const some = whole.subarray(0, Math.max(0, whole.byteLength - (down - least)));
      if (fault === 'truncate') {
        client.end(some);
        service.destroy();
      } else client.write(some, reset);
    });
    client.on('close', () => service.destroy());
    service.on('close', () => client.destroySoon());
  };
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const server = createServer((client) => {
    keep(client);
    forward(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: baseUrl(),
    faults,
    setWeather: (wanted) => void (share = wanted),
    setFate: (wanted, orders = Infinity) => void ([fate, fateOrders] = [wanted, orders]),
    standStillAt: (boundary) =>
      new Promise((resolve) => {
        still = boundary === null ? null : { boundary, reached: resolve };
        if (boundary === null) resolve();
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a connection is used for at the moment. */
type Traffic = 'order' | 'upload' | 'model' | 'other';

/** What a request is, by its first line; null: these bytes begin none. */
function trafficOf(bytes: Buffer): Traffic | null {
  const [, method, path = ''] = /^(GET|POST|PUT) (\S+) HTTP\/1\.1\r\n/.exec(bytes.toString('latin1', 0, 512)) ?? [];
  if (method === undefined) return null;
  if (method === 'PUT') return 'upload';
  if (method === 'GET' && path.startsWith('/outputs/')) return 'model';
  return method === 'POST' && /^\/v3\/(generation|models)\//.test(path) ? 'order' : 'other';
}

/** Whether more came than the head of a request. */
function hasBody(bytes: Buffer): boolean {
  return trafficOf(bytes) === null || bytes.indexOf('\r\n\r\n') + 4 < bytes.byteLength;
}
