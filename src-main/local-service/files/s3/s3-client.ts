import { createReadStream } from 'node:fs';
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request as send, type Dispatcher } from 'undici';
import { TLS_CHECKS } from '../../../base/network/trust.ts';
import type { S3Config, S3Credentials } from './s3-config.ts';
import { readProblem } from './s3-xml.ts';
import { createSigV4, encodePath, toCanonicalQuery } from './sigv4.ts';
import { StorageError } from './storage-error.ts';

/** A request to the bucket. */
interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of an object; empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FileBody;
}

/** A file as a body. */
interface FileBody {
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** A response; its body must be read or dumped. */
export type S3Response = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** Signed requests to one bucket. */
export interface S3Client {
  /** Where URLs of objects begin: `https://host/bucket/`, or `https://bucket.host/`. */
  readonly baseUrl: string;
  /** A URL of an object that works for anyone, from `time` (epoch s) on. */
  presign(method: 'GET' | 'PUT', key: string, time: number, seconds: number): string;
  /**
   * Sends a request and hands its response to `read`: any 2xx, and the statuses of `expected`. Both are repeated after
   * faults that may pass. Throws StorageError, and what `read` throws.
   */
  call<T>(request: S3Request, expected: readonly number[], read: (response: S3Response) => Promise<T>): Promise<T>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** Pauses before repeated requests. */
const PAUSES_MS = [200, 1_000, 3_000];

const CONNECT_TIMEOUT_MS = 5_000;
/** Of silence, not of the whole transfer. */
const SILENCE_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 32;

/** Of a listing or an error; a page of a listing has about half of it. */
const MAX_TEXT_BYTES = 1024 ** 2;

/** A client; `ca` is the certificate of the storage’s authority. Tests shorten the pauses. */
export function createS3Client(
  config: Pick<S3Config, 'endpoint' | 'region' | 'bucket' | 'pathStyle'>,
  credentials: S3Credentials,
  ca: string | undefined,
  pausesMs: readonly number[] = PAUSES_MS,
): S3Client {
  const { protocol, host: endpointHost } = new URL(config.endpoint);
  const host = config.pathStyle ? endpointHost : `${config.bucket}.${endpointHost}`;
  const root = config.pathStyle ? `/${config.bucket}/` : '/';
  const origin = `${protocol}//${host}`;
  const sigV4 = createSigV4({ ...credentials, region: config.region });
  const dispatcher = new Agent({
    connections: MAX_CONNECTIONS,
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...TLS_CHECKS, ...(ca !== undefined && { ca }) },
  });
  const pathOf = (key: string) => root + encodePath(key);

  async function ask({ method, key, query = {}, headers = {}, body = '' }: S3Request): Promise<S3Response> {
    const path = pathOf(key);
    const payloadHash = typeof body === 'string' ? hash('sha256', body) : body.sha256;
    const time = Math.floor(Date.now() / 1000);
    const signed = sigV4.signHeaders({ method, host, path, query, headers, payloadHash }, time);
    const search = toCanonicalQuery(query);
    const length = typeof body === 'object' ? { 'content-length': String(body.bytes) } : {};
    return send(`${origin}${path}${search && `?${search}`}`, {
      dispatcher,
      method,
      headers: { ...signed, ...length },
      body: typeof body === 'object' ? createReadStream(body.path) : body,
    }).catch(throwConnectionError);
  }

  async function callOnce<T>(
    request: S3Request,
    expected: readonly number[],
    read: (response: S3Response) => Promise<T>,
  ): Promise<T> {
    const response = await ask(request);
    const { statusCode: status } = response;
    if ((status >= 200 && status < 300) || expected.includes(status)) return read(response);
    throw new StorageError({ status, ...readProblem(await readText(response)) });
  }

  return {
    baseUrl: origin + root,
    presign(method, key, time, seconds) {
      const path = pathOf(key);
      return `${origin}${path}?${sigV4.presign(method, host, path, time, seconds)}`;
    },
    async call(request, expected, read) {
      for (let turn = 0; ; turn++) {
        try {
          return await callOnce(request, expected, read);
        } catch (error) {
          const pause = pausesMs[turn];
          if (pause === undefined || !(error instanceof StorageError) || !error.isTransient) throw error;
          await wait(pause);
        }
      }
    },
    close: () => dispatcher.close(),
  };
}

/** The text of a response. Throws StorageError if the connection breaks, or the text is too long. */
export async function readText(response: S3Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readChunks(response)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_TEXT_BYTES) {
      throw new StorageError({ status: response.statusCode, code: 'TextTooLong', reason: 'A response is too long.' });
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The chunks of a response. Throws StorageError if the connection breaks. */
export async function* readChunks({ body }: S3Response): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await chunks.next().catch(throwConnectionError);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

function throwConnectionError(error: unknown): never {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  throw new StorageError({ status: null, code, reason: message });
}
