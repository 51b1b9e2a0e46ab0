import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An object of the double. */
interface DoubleObject {
  /** May be changed: the storage damages it. */
  bytes: Buffer;
  /** Of the bytes that were sent. */
  readonly etag: string;
  readonly headers: Record<string, string>;
  modifiedAt: number;
}

/** A small S3 in memory that checks every signature itself, from the request as it came. */
export interface StrictS3 {
  readonly endpoint: string;
  readonly objects: Map<string, DoubleObject>;
  /** The life-cycle configuration; null: none. */
  lifecycle: string | null;
  /** False: there are no life-cycle configurations. */
  hasLifecycle: boolean;
  /** False: `if-match` and `range` are ignored. */
  hasConditions: boolean;
  /** False: ETags are no MD5 sums, though they look like them, as with encryption by a key service (SSE-KMS). */
  hasMd5Tags: boolean;
  /** Statuses of the next answers, instead of what is asked for; `cut`: the connection ends, in the middle of a download. */
  failures: (number | 'cut')[];
  close(): Promise<void>;
}

/** The bucket and key of the double. */
export const STRICT_BUCKET = 'models';
export const STRICT_KEY = { accessKeyId: 'double', secretAccessKey: 'a secret/with+signs' };

const REGION = 'us-east-1';
const SKEW_MS = 15 * 60 * 1000;

/** A refusal with S3's own code. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** Starts the double on loopback. */
export async function startStrictS3(): Promise<StrictS3> {
  const objects = new Map<string, DoubleObject>();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: String(error) };
      const xml = request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>No.</Message></Error>`;
      response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const failure = double.failures.shift();
    if (failure === 'cut') {
      if (request.method === 'GET') response.writeHead(200, { 'content-length': 1000 }).write('half');
      return void setImmediate(() => request.socket.destroy());
    }
    if (failure !== undefined) throw new Refusal(failure, 'SlowDown');
    checkSignature(request, body);
    const url = new URL(request.url ?? '', 'http://x');
    const [bucket = '', ...rest] = url.pathname.slice(1).split('/');
    if (bucket !== STRICT_BUCKET) throw new Refusal(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    if (key !== '') return answerObject(request, response, key, body);
    if (url.searchParams.has('lifecycle')) return answerLifecycle(request, response, String(body));
    response.end(list(url.searchParams));
  }

  function answerObject(request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
    const { method, headers } = request;
    if (method === 'PUT') {
      const kept = Object.entries(headers).filter(
        ([name]) => name === 'content-type' || name.startsWith('x-amz-meta-'),
      );
      const sum = createHash('md5')
        .update(double.hasMd5Tags ? '' : 'encrypted')
        .update(body);
      const etag = `"${sum.digest('hex')}"`;
      objects.set(key, {
        ...{ bytes: body, etag },
        headers: Object.fromEntries(kept) as Record<string, string>,
        modifiedAt: Date.now(),
      });
      return void response.setHeader('etag', etag).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (!object) throw new Refusal(404, 'NoSuchKey');
    const { bytes, etag, modifiedAt } = object;
    if (double.hasConditions && (headers['if-match'] ?? etag) !== etag) throw new Refusal(412, 'PreconditionFailed');
    const facts = { ...object.headers, etag, 'last-modified': new Date(modifiedAt).toUTCString() };
    const isWhole = !double.hasConditions || (headers['if-range'] !== undefined && headers['if-range'] !== etag);
    const range = isWhole ? null : /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
    const [from, to] = [Number(range?.[1] ?? 0), Math.min(Number(range?.[2] || Infinity), bytes.length - 1)];
    if (range && from >= bytes.length) throw new Refusal(416, 'InvalidRange');
    const part = range ? bytes.subarray(from, to + 1) : bytes;
    const extra = range ? { 'content-range': `bytes ${from}-${to}/${bytes.length}` } : {};
    response.writeHead(range ? 206 : 200, { ...facts, ...extra, 'content-length': part.length });
    response.end(method === 'HEAD' ? undefined : part);
  }

  function answerLifecycle({ method, headers }: IncomingMessage, response: ServerResponse, body: string): void {
    if (!double.hasLifecycle) throw new Refusal(501, 'NotImplemented');
    if (method === 'GET') {
      if (double.lifecycle === null) throw new Refusal(404, 'NoSuchLifecycleConfiguration');
      return void response.end(double.lifecycle);
    }
    if (headers['content-md5'] !== createHash('md5').update(body).digest('base64')) throw new Refusal(400, 'BadDigest');
    double.lifecycle = body;
    response.end();
  }

  function list(query: URLSearchParams): string {
    const max = Number(query.get('max-keys') ?? 1000);
    const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const rows = found.slice(0, max).map((key) => {
      const at = new Date(objects.get(key)?.modifiedAt ?? 0).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`;
    });
    const isTruncated = `<IsTruncated>${found.length > max}</IsTruncated>`;
    return `<ListBucketResult>${isTruncated}${rows.join('')}</ListBucketResult>`;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: StrictS3 = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    lifecycle: null,
    hasLifecycle: true,
    hasConditions: true,
    hasMd5Tags: true,
    failures: [],
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return double;
}

/** Throws what S3 answers to a request without a valid signature (AWS Signature Version 4, header and query form). */
function checkSignature(request: IncomingMessage, body: Buffer): void {
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const fields = search === '' ? [] : search.split('&');
  const query = new URLSearchParams(search);
  const isUrl = query.has('X-Amz-Signature');
  const given = isUrl ? readQuery(query) : readHeader(request.headers.authorization ?? '');
  const moment = (isUrl ? query.get('X-Amz-Date') : (request.headers['x-amz-date'] as string)) ?? '';
  const at = Date.parse(moment.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
  checkTime(at, isUrl ? Number(query.get('X-Amz-Expires')) : null);

  const hash = createHash('sha256').update(body).digest('hex');
  if (!isUrl && request.headers['x-amz-content-sha256'] !== hash) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const signed = given.names.split(';');
  const due = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (due.some((name) => !signed.includes(name))) throw new Refusal(403, 'AccessDenied');

  const text = [
    request.method,
    path,
    fields
      .filter((field) => !field.startsWith('X-Amz-Signature='))
      .map((field) => (field.includes('=') ? field : `${field}=`))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    given.names,
    isUrl ? 'UNSIGNED-PAYLOAD' : hash,
  ].join('\n');
  const day = moment.slice(0, 8);
  const scope = `${day}/${REGION}/s3/aws4_request`;
  if (given.credential !== `${STRICT_KEY.accessKeyId}/${scope}`) throw new Refusal(403, 'InvalidAccessKeyId');
  const digest = createHash('sha256').update(text).digest('hex');
  let key: string | Buffer = `AWS4${STRICT_KEY.secretAccessKey}`;
  for (const part of [...scope.split('/'), `AWS4-HMAC-SHA256\n${moment}\n${scope}\n${digest}`]) {
    key = createHmac('sha256', key).update(part).digest();
  }
  if (given.signature !== (key as Buffer).toString('hex')) throw new Refusal(403, 'SignatureDoesNotMatch');
}

function checkTime(at: number, seconds: number | null): void {
  const age = Date.now() - at;
  if (Number.isNaN(age)) throw new Refusal(403, 'AccessDenied');
  if (seconds === null) {
    if (Math.abs(age) > SKEW_MS) throw new Refusal(403, 'RequestTimeTooSkewed');
  } else if (age < -SKEW_MS || age > seconds * 1000 || seconds > 604_800) throw new Refusal(403, 'AccessDenied');
}

function readQuery(query: URLSearchParams) {
  const [credential = '', names = '', signature = ''] = ['Credential', 'SignedHeaders', 'Signature'].map(
    (name) => query.get(`X-Amz-${name}`) ?? '',
  );
  return { credential, names, signature };
}

function readHeader(header: string) {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(header) ?? [];
  return { credential, names, signature };
}
