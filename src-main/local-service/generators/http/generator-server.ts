import { open } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, request as send, type FormData } from 'undici';
import type { z } from 'zod';
import type { GeneratorKind } from '../../../../src-shared/api/generators/generator-operations.ts';
import { JSON_LIMITS, parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';
import { writeAll } from '../../../base/files/write-all.ts';
import { createGuardedLookup } from '../../../base/network/guarded-lookup.ts';
import { toBareHost } from '../../../base/network/host-name.ts';
import { isPublicAddress } from '../../../base/network/public-address.ts';
import { TLS_CHECKS, trustSystemCertificates } from '../../../base/network/trust.ts';
import { MAX_RESULT_BYTES, resultTooLarge } from '../generator-faults.ts';
import { readRetryAfter } from './read-retry-after.ts';
import { ServerAway, ServerRefusal } from './server-errors.ts';

/** A request to the server of a generator. */
export interface ServerRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Sent as JSON, as a form, or unchanged. */
  readonly body?: object | FormData | Buffer | Readable;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Time until the response begins; 0: no limit, for a response that is the result of the work. */
  readonly timeoutMs?: number;
  /** Maximum number of values of a JSON response, if its schema checks no elements of lists and no members of records. */
  readonly maxValues?: number;
  /** Hears the time of the server in its response, epoch ms; not called if there is none. */
  readonly onDate?: (time: number) => void;
}

/** A response whose body the caller reads to its end, or destroys. */
export interface ServerResponse {
  readonly status: number;
  /** Length of the body as it was announced; 0: unknown. */
  readonly bytes: number;
  readonly body: Readable;
}

/** A response with its headers. */
interface OpenedResponse extends ServerResponse {
  /** Where it leads; null: it is no redirect. */
  readonly redirect: string | null;
  /** How long it asks to wait; null: it does not say. */
  readonly retryAfterMs: number | null;
}

/** HTTP to the server of one generator, with limits for everything that it sends. */
export interface GeneratorServer {
  readonly name: string;
  readonly kind: GeneratorKind;
  readonly url: string;
  /** Resolves names to addresses that are allowed; for connections that are not opened here. */
  readonly lookup: LookupFunction;
  /** Opens a response of any status, by a path or a whole address. Throws ServerAway, and ServerRefusal for the address. */
  open(path: string, request: ServerRequest): Promise<ServerResponse>;
  /** Reads a JSON response. Throws ServerAway, and ServerRefusal for errors and for other content. */
  readJson<S extends z.ZodType>(path: string, schema: S, request: ServerRequest): Promise<z.output<S>>;
  /**
   * Saves a response as a result; that of a service may be behind redirects, whose addresses are checked like the first.
   * Throws as `readJson`, and an ApiError above the limit, before the disk has more.
   */
  save(path: string, file: string, request: ServerRequest): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
const RESPONSE_MS = 60_000;
const MAX_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
/** A response that stops in the middle for this long has ended. */
const SILENCE_MS = 60_000;

/** The description of a large workflow with its history. */
const MAX_JSON_BYTES = 32 * 1024 ** 2;
const MAX_ERROR_BYTES = 16 * 1024;

/**
 * Connects to the server of a generator. Only the kind `service` may be at a public address. Results at another host, such
 * as the storage of a service, are read over https, and from this network only if the server is in it.
 */
export function createGeneratorServer(name: string, kind: GeneratorKind, url: string): GeneratorServer {
  const { origin, protocol, hostname } = new URL(url);
  if (protocol === 'https:') trustSystemCertificates();
  let isInside = isInsideAddress(hostname);
  const lookup = createGuardedLookup((address, host) => {
    if (!isPublicAddress(address)) isInside = true;
    else if (kind !== 'service') return new Error(`${host} is not in the local network`);
    return null;
  });
  const lookupResults = createGuardedLookup((address, host) =>
    isInside || isPublicAddress(address) ? null : new Error(`${host} is in the local network`),
  );
  const own = createAgent(lookup);
  const results = createAgent(lookupResults);

  /** The address of a request, and what connects to it. Throws ServerRefusal for one that the server may not name. */
  function findRoute(path: string): { address: string; dispatcher: Agent } {
    if (path.startsWith('/')) return { address: url + path, dispatcher: own };
    const address = new URL(path);
    if (address.origin === origin) return { address: path, dispatcher: own };
    if (address.protocol !== 'https:') {
      throw new ServerRefusal(200, `its result is at ${address.origin}, which is not https`);
    }
    if (!isInside && isInsideAddress(address.hostname)) {
      throw new ServerRefusal(200, `its result is at ${address.origin}, which is in the local network`);
    }
    trustSystemCertificates();
    return { address: path, dispatcher: results };
  }

  async function openResponse(path: string, request: ServerRequest): Promise<OpenedResponse> {
    const { method = 'GET', body, headers = {}, signal, timeoutMs = RESPONSE_MS } = request;
    const { address, dispatcher } = findRoute(path);
    try {
      const {
        statusCode,
        headers: received,
        body: stream,
      } = await send(address, {
        ...{ method, signal, dispatcher, headersTimeout: timeoutMs },
        ...toBody(body, headers),
      });
      // A body that is left early reports that it was; whoever reads it gets its errors.
      stream.on('error', () => undefined);
      const header = (name: string): string | undefined => [received[name]].flat()[0];
      const time = Date.parse(header('date') ?? '');
      if (!Number.isNaN(time)) request.onDate?.(time);
      const location = REDIRECTS.includes(statusCode) ? header('location') : undefined;
      return {
        ...{ status: statusCode, bytes: Number(received['content-length']) || 0, body: stream },
        redirect: location === undefined ? null : (URL.parse(location, address)?.href ?? null),
        retryAfterMs: readRetryAfter(header, Date.now()),
      };
    } catch (error) {
      signal.throwIfAborted();
      throw new ServerAway(error);
    }
  }

  async function readText(body: Readable, maxBytes: number, signal: AbortSignal): Promise<string | null> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of readBody(body, signal)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  async function readJson<S extends z.ZodType>(path: string, schema: S, request: ServerRequest): Promise<z.output<S>> {
    const { status, body, retryAfterMs } = await openResponse(path, request);
    const text = await readText(body, status < 400 ? MAX_JSON_BYTES : MAX_ERROR_BYTES, request.signal);
    if (text === null) throw new ServerRefusal(status, 'the response is too large');
    if (status >= 400) throw new ServerRefusal(status, text, retryAfterMs);
    const parsed = schema.safeParse(parseJson(text, request.maxValues));
    if (!parsed.success) throw new ServerRefusal(status, text.slice(0, MAX_ERROR_BYTES));
    return parsed.data;
  }

  async function openResult(path: string, request: ServerRequest): Promise<OpenedResponse> {
    let response = await openResponse(path, request);
    for (let redirects = 0; kind === 'service' && response.redirect !== null; redirects++) {
      response.body.destroy();
      if (redirects === MAX_REDIRECTS) {
        throw new ServerRefusal(response.status, `its result is behind more than ${MAX_REDIRECTS} redirects`);
      }
      response = await openResponse(response.redirect, request);
    }
    return response;
  }

  async function save(path: string, file: string, request: ServerRequest): Promise<void> {
    const { status, bytes, body, retryAfterMs } = await openResult(path, request);
    if (status !== 200) {
      throw new ServerRefusal(status, (await readText(body, MAX_ERROR_BYTES, request.signal)) ?? '', retryAfterMs);
    }
    if (bytes > MAX_RESULT_BYTES) {
      body.destroy();
      throw resultTooLarge(name);
    }
    await saveBody(body, file, name, request.signal);
  }

  const close = async () => {
    await Promise.all([own.destroy(), results.destroy()]);
  };
  return { name, kind, url, lookup, open: openResponse, readJson, save, close };
}

function createAgent(lookup: LookupFunction): Agent {
  return new Agent({
    connect: { timeout: CONNECT_MS, lookup, ...TLS_CHECKS },
    bodyTimeout: SILENCE_MS,
    keepAliveTimeout: 1_000,
  });
}

/** True if a host is an IP address that is not public; names are checked when they are resolved. */
function isInsideAddress(hostname: string): boolean {
  const host = toBareHost(hostname);
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** Chunks of a body; the end of the connection is a ServerAway, and leaving early ends the connection. */
export async function* readBody(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    signal.throwIfAborted();
    throw new ServerAway(error);
  } finally {
    body.destroy();
  }
}

async function saveBody(body: Readable, file: string, name: string, signal: AbortSignal): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of readBody(body, signal)) {
      bytes += chunk.byteLength;
      if (bytes > MAX_RESULT_BYTES) throw resultTooLarge(name);
      await writeAll(handle, chunk);
    }
  } finally {
    await handle.close();
  }
}

function toBody(body: ServerRequest['body'], headers: Readonly<Record<string, string>>) {
  if (body === undefined) return { headers };
  const isPlain = Object.getPrototypeOf(body) === Object.prototype;
  if (!isPlain) return { headers, body: body as FormData | Buffer | Readable };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function parseJson(text: string, maxValues = JSON_LIMITS.values): unknown {
  try {
    return parseBoundedJson(text, { ...JSON_LIMITS, values: maxValues });
  } catch {
    return undefined;
  }
}
