import { createHash, hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { hashFile } from '../../../base/files/hash-file.ts';
import { OWNER_ONLY } from '../../../base/files/durable-file.ts';
import { readChunks, readText, type S3Client, type S3Response } from './s3-client.ts';
import { readListing, readRuleIds, writeLifecycle, type ListedObject } from './s3-xml.ts';

/** The beginning of an object that is not empty, and facts about the whole. */
interface ObjectHead {
  readonly start: Uint8Array;
  readonly bytes: number;
  /** Identifies the content (ETag). */
  readonly version: string;
  /** Epoch ms. */
  readonly modifiedAt: number;
}

/** The result of a download; `changed`: the object has another version, `damaged`: its bytes do not have their sum. */
type Download = 'complete' | 'missing' | 'changed' | 'damaged';

/** Objects of a bucket. Everything throws StorageError. */
export interface S3Bucket {
  has(key: string): Promise<boolean>;
  /** Reads the first `length` bytes; null if there is no object. */
  readHead(key: string, length: number): Promise<ObjectHead | 'empty' | null>;
  /**
   * Writes an object to a new file, if it has the version, and if its bytes are those that were stored: by their SHA-256 if
   * `putFile` stored them, else by their ETag if `probe` found that the ETags of this storage are MD5 sums.
   */
  download(key: string, filePath: string, version?: string): Promise<Download>;
  /** Stores a file with its SHA-256; an earlier object is replaced. */
  putFile(key: string, filePath: string, contentType: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** All objects whose key begins with a prefix. */
  list(prefix: string): Promise<ListedObject[]>;
  /**
   * Lets the storage delete objects below a prefix after some days. False if it has no such rules, or has others, which
   * would be replaced.
   */
  expire(prefix: string, days: number): Promise<boolean>;
  /** Checks that the bucket can be listed and written, and learns what its ETags are. */
  probe(prefix: string): Promise<void>;
}

const HASH_HEADER = 'x-amz-meta-sha256';

/** An ETag that may be an MD5 sum. Those of uploads in several parts are not, and have other characters. */
const MD5_TAG = /^"?([0-9a-f]{32})"?$/;

const PROBE_TEXT = 'Dropforge can write here.';

/** What the bytes of an object must add up to, hex. */
interface Sum {
  readonly algorithm: 'sha256' | 'md5';
  readonly hex: string;
}

/** Statuses of a storage without life-cycle rules, and of a key that may not set them. */
const REFUSALS: readonly number[] = [400, 403, 405, 501];

/** Objects of a client’s bucket. */
export function createS3Bucket(client: S3Client): S3Bucket {
  const { call } = client;
  /** Not with every encryption, and not in every storage. */
  let hasMd5Tags = false;

  async function listPage(prefix: string, after: string, max: number) {
    const query = { 'list-type': '2', prefix, 'max-keys': String(max), ...(after !== '' && { 'start-after': after }) };
    return call({ method: 'GET', key: '', query }, [], async (response) => readListing(await readText(response)));
  }

  /** Resolves with the ETag. */
  function put(key: string, body: string): Promise<string> {
    return call({ method: 'PUT', key, body }, [], async (response) => {
      await dump(response);
      return headerOf(response, 'etag');
    });
  }

  /** Null: it is not known, as for uploads of clients if ETags are no MD5 sums. */
  function readSum(response: S3Response): Sum | null {
    const sha256 = headerOf(response, HASH_HEADER);
    if (sha256 !== '') return { algorithm: 'sha256', hex: sha256 };
    const md5 = hasMd5Tags ? readMd5(headerOf(response, 'etag')) : null;
    return md5 === null ? null : { algorithm: 'md5', hex: md5 };
  }

  async function remove(key: string): Promise<void> {
    await call({ method: 'DELETE', key }, [404], dump);
  }

  return {
    has: (key) =>
      call({ method: 'HEAD', key }, [404], async (response) => {
        await dump(response);
        return response.statusCode !== 404;
      }),

    readHead: (key, length) =>
      call({ method: 'GET', key, headers: { range: `bytes=0-${length - 1}` } }, [404, 416], async (response) => {
        if (response.statusCode === 404) return dump(response).then(() => null);
        if (response.statusCode === 416) return dump(response).then(() => 'empty' as const);
        // A storage that ignores the range sends the whole object.
        const total = /\/(\d+)$/.exec(headerOf(response, 'content-range'))?.[1];
        return {
          bytes: Number(total ?? headerOf(response, 'content-length')),
          version: headerOf(response, 'etag'),
          modifiedAt: Date.parse(headerOf(response, 'last-modified')),
          start: await readStart(response, length),
        };
      }),

    download(key, filePath, version) {
      const headers = version === undefined ? {} : { 'if-match': version };
      return call({ method: 'GET', key, headers }, [404, 412], async (response): Promise<Download> => {
        if (response.statusCode === 404) return dump(response).then(() => 'missing');
        // Some storages ignore the condition.
        const isOther = version !== undefined && headerOf(response, 'etag') !== version;
        if (response.statusCode === 412 || isOther) return dump(response).then(() => 'changed');
        const sum = readSum(response);
        const hex = await writeChunks(filePath, readChunks(response), sum?.algorithm ?? 'sha256');
        return sum === null || sum.hex === hex ? 'complete' : 'damaged';
      });
    },

    async putFile(key, filePath, contentType) {
      const { sha256, bytes } = await hashFile(filePath);
      const headers = { 'content-type': contentType, [HASH_HEADER]: sha256 };
      await call({ method: 'PUT', key, headers, body: { path: filePath, bytes, sha256 } }, [], dump);
    },

    remove,

    async list(prefix) {
      const all: ListedObject[] = [];
      for (;;) {
        const { objects, isLast } = await listPage(prefix, all.at(-1)?.key ?? '', 1000);
        all.push(...objects);
        if (isLast || objects.length === 0) return all;
      }
    },

    async expire(prefix, days) {
      const about = { key: '', query: { lifecycle: '' } };
      const ownId = `dropforge:${prefix}`;
      const others = await call({ ...about, method: 'GET' }, [404, ...REFUSALS], async (response) => {
        const xml = await readText(response);
        if (response.statusCode === 404) return [];
        return response.statusCode === 200 ? readRuleIds(xml).filter((id) => id !== ownId) : null;
      });
      if (others === null || others.length > 0) return false;
      const body = writeLifecycle(ownId, prefix, days);
      // Required for this call.
      const headers = { 'content-md5': hash('md5', body, 'base64') };
      return call({ ...about, method: 'PUT', headers, body }, REFUSALS, async (response) => {
        await dump(response);
        return !REFUSALS.includes(response.statusCode);
      });
    },

    async probe(prefix) {
      const key = `${prefix}probe`;
      await listPage(prefix, '', 1);
      hasMd5Tags = readMd5(await put(key, PROBE_TEXT)) === hash('md5', PROBE_TEXT);
      await remove(key);
    },
  };
}

/** Ends a response without its content; a long one ends with its connection. */
async function dump({ body }: S3Response): Promise<void> {
  await body.dump();
}

async function readStart(response: S3Response, length: number): Promise<Buffer> {
  let start = Buffer.alloc(0);
  for await (const chunk of readChunks(response)) {
    start = Buffer.concat([start, chunk]);
    if (start.length >= length) break;
  }
  return start.subarray(0, length);
}

function readMd5(tag: string): string | null {
  return MD5_TAG.exec(tag)?.[1] ?? null;
}

function headerOf({ headers }: S3Response, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Writes a file and returns its sum, hex; a file of an earlier attempt is replaced. */
async function writeChunks(
  filePath: string,
  chunks: AsyncIterable<Uint8Array>,
  algorithm: Sum['algorithm'],
): Promise<string> {
  const sum = createHash(algorithm);
  const file = await open(filePath, 'w', OWNER_ONLY);
  try {
    for await (const chunk of chunks) {
      sum.update(chunk);
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return sum.digest('hex');
}
