import type {
  NetworkResponse,
  Network,
  NetworkRequest,
  SendOutcome,
} from '../../src-main/service-client/http/network.ts';
import type { FaultPlan } from './faults.ts';
import type { Machine, Run } from './machine.ts';
import { API_ORIGIN, short, type SimService, type WireAnswer, type WireRequest } from './sim-service.ts';

interface NetworkOptions {
  readonly machine: Machine;
  readonly run: Run;
  readonly service: SimService;
  readonly plan: FaultPlan;
  /** How long after its sender gave up a creation may still be carried out. */
  readonly latestMs: number;
  /** Called the moment the first byte of a creation leaves. */
  readonly onCreation: (body: string) => void;
}

const SEND_TIMEOUT_MS = 60_000;
const BODY_TIMEOUT_MS = 30_000;
/** A service that goes on after it stood still takes up within this time, in any order, what arrived meanwhile. */
const CATCHES_UP_MS = 1_000;

/** The network between one run and the service: late, lossy, out of order, sometimes gone. */
export function createSimNetwork(options: NetworkOptions): Network {
  const { machine, run, service, plan, latestMs, onCreation } = options;
  const { kernel } = machine;
  const prng = kernel.prng.fork(`network/${run.number}`);
  const latency = (): number => prng.between(5, prng.chance(0.05) ? 3_000 : 250);
  const toError = (code: string): Error => Object.assign(new Error(code), { code });

  /** What becomes of an answer on its way back. */
  const spoil = (answer: WireAnswer): WireAnswer => {
    if (prng.chance(plan.rate('garbage_answers'))) {
      const html = Buffer.from('<!doctype html><title>Welcome to the hotel</title>');
      const isGateway = prng.chance(0.5);
      return { status: isGateway ? 502 : 200, headers: { 'content-type': 'text/html' }, body: html };
    }
    if (prng.chance(plan.rate('errors_that_created'))) return serverError();
    return answer;
  };
  const serverError = (): WireAnswer => {
    const isEnvelope = prng.chance(0.5);
    const words = { code: 1000, status: 'error', message: 'Server error.', suggestion: '', request_id: 'sim' };
    const body = Buffer.from(isEnvelope ? JSON.stringify(words) : 'upstream connect error');
    return { status: prng.pick([500, 502, 503, 504]), headers: {}, body };
  };
  /** Hands a request that arrived over as soon as the service takes it up; says so when that is not now. */
  const handOver = (act: () => void, onWait = (): void => undefined): void => {
    const waitMs = service.stillForMs();
    if (waitMs === 0) return act();
    onWait();
    kernel.after(waitMs + prng.between(0, CATCHES_UP_MS), null, () => handOver(act));
  };
  /** What a request gets that is taken up now. */
  const arrive = (request: WireRequest): WireAnswer => {
    if (prng.chance(plan.rate('errors_that_did_not'))) return serverError();
    return spoil(service.handle(request));
  };

  async function* bodyOf(answer: WireAnswer, isRaw: boolean, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    const isBroken = prng.chance(plan.rate('broken_bodies'));
    const end = isBroken ? prng.integer(answer.body.byteLength) : answer.body.byteLength;
    // What fits into one packet comes with its head.
    if (!isRaw && !isBroken) {
      yield answer.body;
      return;
    }
    const piece = isRaw ? Math.max(64, Math.ceil(end / 3)) : end;
    for (let at = 0; at < end; at += piece) {
      await kernel.pause(prng.between(0, 40), run);
      signal?.throwIfAborted();
      if (machine.isOffline) {
        await kernel.pause(BODY_TIMEOUT_MS, run);
        throw toError('UND_ERR_BODY_TIMEOUT');
      }
      yield answer.body.subarray(at, Math.min(end, at + piece));
    }
    // A connection that ends early is an error with a length, and looks like the end without one.
    if (isBroken) throw toError('UND_ERR_SOCKET');
  }

  const toAnswer = (answer: WireAnswer, isRaw: boolean, signal: AbortSignal | undefined): NetworkResponse => {
    const { status, headers, body } = isRaw ? spoilLength(answer) : answer;
    return {
      status,
      header: (name) => headers[name],
      body: bodyOf({ status, headers, body }, isRaw, signal),
      discard: () => undefined,
    };
  };
  /** A file that is longer or shorter than its answer says; the end of the answer looks like any other. */
  const spoilLength = (answer: WireAnswer): WireAnswer => {
    const { headers, body } = answer;
    if (headers['content-length'] === undefined || !prng.chance(plan.rate('wrong_lengths'))) return answer;
    if (prng.chance(0.5)) return { ...answer, body: body.subarray(0, prng.integer(body.byteLength)) };
    const told = Math.max(0, body.byteLength + prng.integer(200) - 100);
    return { ...answer, headers: { ...headers, 'content-length': String(told) } };
  };

  const ask = async (request: NetworkRequest, isForeign: boolean): Promise<NetworkResponse> => {
    const { method, url, headers, body, signal, responseTimeoutMs } = request;
    if (isForeign !== (url.origin !== API_ORIGIN)) kernel.violate('the right way out', `${url.origin} as foreign`);
    if (isForeign && 'authorization' in headers) kernel.violate('the key stays home', url.origin);
    signal?.throwIfAborted();
    const chunks: Buffer[] = [];
    if (body !== undefined) {
      for await (const chunk of typeof body === 'string' ? [Buffer.from(body)] : body) chunks.push(Buffer.from(chunk));
    }
    const wire: WireRequest = { method, url, headers, body: Buffer.concat(chunks) };
    const name = `${method} ${url.pathname.split('/').map(short).join('/')}`;
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        run.exchanges.delete(fail);
        signal?.removeEventListener('abort', stop);
        reject(error);
      };
      const stop = (): void => fail(signal?.reason as Error);
      signal?.addEventListener('abort', stop, { once: true });
      run.exchanges.add(fail);
      const failAfter = (ms: number, code: string): void =>
        void kernel.after(ms, run, () => {
          if (!run.exchanges.has(fail)) return;
          kernel.trace(`net: ${name} fails: ${code}`);
          fail(toError(code));
        });
      if (machine.isOffline) return failAfter(latency(), prng.pick(['ENOTFOUND', 'ENETUNREACH', 'ECONNREFUSED']));
      if (prng.chance(plan.rate('lost_requests'))) return failAfter(latency(), 'ECONNRESET');
      const waitAtDoor = (): void => failAfter(responseTimeoutMs, 'UND_ERR_HEADERS_TIMEOUT');
      const takeUp = (): void => {
        const answer = arrive(wire);
        // Queries may be repeated by any proxy on the way; the second answer is nobody's.
        if (prng.chance(plan.rate('late_requests'))) kernel.after(latency(), null, () => void service.handle(wire));
        const isLost = machine.isOffline || prng.chance(plan.rate('lost_answers'));
        if (isLost) return failAfter(Math.min(responseTimeoutMs, latency() * 100), 'UND_ERR_HEADERS_TIMEOUT');
        kernel.after(latency(), run, () => {
          if (!run.exchanges.delete(fail)) return;
          signal?.removeEventListener('abort', stop);
          kernel.trace(`net: ${name} ${answer.status}`);
          resolve(toAnswer(answer, isForeign, signal));
        });
      };
      kernel.after(latency(), null, () => handOver(takeUp, waitAtDoor));
    });
  };

  const sendOnce = (url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<SendOutcome> =>
    new Promise((resolve) => {
      if (!headers['authorization']) kernel.violate('the key goes along', url.pathname);
      const end = (sending: SendOutcome): void => {
        run.exchanges.delete(cut);
        resolve(sending);
      };
      const cut = (error: Error): void => end({ kind: 'no_response', error });
      if (machine.isOffline || prng.chance(plan.rate('not_sent'))) {
        kernel.after(latency(), run, () => {
          kernel.trace(`net: creation not sent`);
          end({ kind: 'not_sent', error: toError('ECONNREFUSED') });
        });
        return;
      }
      onCreation(body);
      run.exchanges.add(cut);
      const wire: WireRequest = { method: 'POST', url, headers, body: Buffer.from(body) };
      const unheardAfter = (ms: number): void =>
        void kernel.after(ms, run, () => {
          if (!run.exchanges.has(cut)) return;
          kernel.trace('net: no answer to the creation');
          cut(toError('ECONNRESET'));
        });
      const goneAfter = (): number => (prng.chance(0.3) ? SEND_TIMEOUT_MS : latency());
      if (prng.chance(plan.rate('lost_requests'))) return unheardAfter(goneAfter());
      if (prng.chance(plan.rate('late_requests'))) {
        const gone = goneAfter();
        // On one computer nothing lies on its way for a minute.
        const sentFor = latestMs < gone ? 0 : gone;
        const takeUp = (): void => void service.handle(wire);
        kernel.after(sentFor + prng.between(0, latestMs), null, () => handOver(takeUp));
        return unheardAfter(gone);
      }
      const takeUp = (): void => {
        const answer = arrive(wire);
        if (machine.isOffline || prng.chance(plan.rate('lost_answers'))) return unheardAfter(goneAfter());
        kernel.after(latency(), run, () => {
          if (!run.exchanges.has(cut)) return;
          kernel.trace(`net: creation answered ${answer.status}`);
          const isBroken = prng.chance(plan.rate('broken_bodies'));
          if (isBroken) return cut(new Error('The answer was cut off.'));
          const text = answer.body.toString('utf8');
          end({ kind: 'answered', status: answer.status, header: (name) => answer.headers[name], text });
        });
      };
      kernel.after(latency(), null, () => handOver(takeUp, () => unheardAfter(SEND_TIMEOUT_MS)));
    });

  return {
    ask: (request) => ask(request, false),
    requestForeign: (request) => ask(request, true),
    sendOnce,
    close: async () => undefined,
  };
}
