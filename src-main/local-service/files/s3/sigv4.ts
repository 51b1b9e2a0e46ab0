import { createHmac, hash } from 'node:crypto';
import { createMac } from '../url-signer.ts';

/** A key of an S3 storage and the region it signs for. */
export interface SigningKey {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A request to be signed. */
interface SignableRequest {
  readonly method: string;
  readonly host: string;
  /** Encoded with `encodePath`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hex. */
  readonly payloadHash: string;
}

/** Signs requests for S3 (AWS Signature Version 4). */
export interface SigV4 {
  /** The headers of a request, signed at `time` (epoch s), without `host`. */
  signHeaders(request: SignableRequest, time: number): Record<string, string>;
  /** The query of a URL that works for anyone, from `time` (epoch s) on for 1 to 604,800 seconds. */
  presign(method: string, host: string, path: string, time: number, seconds: number): string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * A signer. The derived key of a day and the parts that URLs of the same validity share are computed once, because a batch
 * query has hundreds of URLs.
 */
export function createSigV4(key: SigningKey): SigV4 {
  let today = { day: '', mac: createMac(Buffer.alloc(0)) };
  let shared: { time: number; seconds: number; query: string; sign: (request: string) => string } | null = null;

  /** The moment and scope of a time, and the signature of a request at it. */
  function open(time: number): { moment: string; scope: string; sign: (request: string) => string } {
    const moment = toMoment(time);
    const day = moment.slice(0, 8);
    if (day !== today.day) today = { day, mac: createMac(deriveKey(key, day), 'hex') };
    const { mac } = today;
    const scope = `${day}/${key.region}/s3/aws4_request`;
    const head = `${ALGORITHM}\n${moment}\n${scope}\n`;
    return { moment, scope, sign: (request) => mac(head + hash('sha256', request)) };
  }

  return {
    signHeaders({ method, host, path, query, headers, payloadHash }, time) {
      const { moment, scope, sign } = open(time);
      const own = { ...headers, 'x-amz-content-sha256': payloadHash, 'x-amz-date': moment };
      const signed = Object.entries({ ...own, host }).sort(byName);
      const names = signed.map(([name]) => name).join(';');
      const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
      const request = [method, path, toCanonicalQuery(query), lines, names, payloadHash].join('\n');
      const credential = `${key.accessKeyId}/${scope}`;
      const authorization = `${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${sign(request)}`;
      return { ...own, authorization };
    },
    presign(method, host, path, time, seconds) {
      if (shared?.time !== time || shared.seconds !== seconds) {
        const { moment, scope, sign } = open(time);
        const query = toCanonicalQuery({
          'X-Amz-Algorithm': ALGORITHM,
          'X-Amz-Credential': `${key.accessKeyId}/${scope}`,
          'X-Amz-Date': moment,
          'X-Amz-Expires': String(seconds),
          'X-Amz-SignedHeaders': 'host',
        });
        shared = { time, seconds, query, sign };
      }
      const request = `${method}\n${path}\n${shared.query}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`;
      return `${shared.query}&X-Amz-Signature=${shared.sign(request)}`;
    },
  };
}

/** A time (epoch s) as `20130524T000000Z`. */
function toMoment(time: number): string {
  return new Date(time * 1000).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** The time (epoch s) of a text like `20130524T000000Z`; null if it is none. */
export function parseMoment(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return null;
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest) / 1000;
}

/** The path of a key in a URL, as S3 signs it: everything but unreserved characters and slashes is encoded, once. */
export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}

/** The canonical query string (Signature Version 4): encoded and sorted by name. */
export function toCanonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

function deriveKey({ secretAccessKey, region }: SigningKey, day: string): Buffer {
  return [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, text) => createHmac('sha256', secret).update(text).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
}
