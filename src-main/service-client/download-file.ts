import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { request, type Dispatcher } from 'undici';
import { AppError } from '../../src-shared/errors.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../folders/durable-file.ts';
import { checkForeignUrl } from './address-guard.ts';
import { toTransportError } from './translate.ts';

/** Largest file we take: far above any model, far below any disk. */
const LARGEST_BYTES = 4 * 1024 ** 3;
const MOST_REDIRECTS = 3;
/** Writes are gathered to this size, so that a fast link does not become thousands of small writes. */
const WRITE_BYTES = 1024 * 1024;

/** A file that arrived whole. */
export interface Downloaded {
  readonly bytes: number;
  readonly sha256: string;
}

interface Download {
  readonly url: string;
  readonly filePath: string;
  readonly serviceOrigin: string;
  readonly dispatcherFor: (url: URL) => Dispatcher;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** An output URL that no longer works (403, 404, 410): query the task again for a fresh one. */
export class ExpiredUrl extends Error {}

/**
 * Fetches an output durably: hidden part, hashed on the way, length checked, synced, renamed. No key is sent, not even
 * after a redirect. Throws ExpiredUrl, AppError, or the signal's reason.
 */
export async function downloadFile(download: Download): Promise<Downloaded> {
  const { filePath, signal } = download;
  const part = partPathOf(filePath);
  try {
    const answer = await openUrl(download);
    const arrived = await writeBody(answer, part, download);
    await renameDurably(part, filePath).catch((error: unknown) => {
      throw toLibraryError(error);
    });
    return arrived;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    signal.throwIfAborted();
    if (error instanceof ExpiredUrl) throw error;
    throw toTransportError(error);
  }
}

/** Follows at most three redirects by hand, each judged anew. */
async function openUrl(download: Download): Promise<Dispatcher.ResponseData> {
  let url = checkForeignUrl(download.url, download.serviceOrigin);
  for (let redirects = 0; ; redirects++) {
    const answer = await request(url, {
      dispatcher: download.dispatcherFor(url),
      headers: { 'accept-encoding': 'identity' },
      signal: download.signal,
    });
    const { statusCode: status } = answer;
    if (status === 200) return answer;
    const location = [answer.headers.location].flat()[0];
    await answer.body.dump();
    if (status === 403 || status === 404 || status === 410) throw new ExpiredUrl();
    if (status < 300 || status >= 400 || location === undefined || redirects === MOST_REDIRECTS) {
      throw new AppError('download_failed', `The service answered ${status}.`, {
        retryable: status >= 500 || status === 429,
      });
    }
    url = checkForeignUrl(URL.parse(location, url.href)?.href ?? location, download.serviceOrigin);
  }
}

async function writeBody(answer: Dispatcher.ResponseData, part: string, download: Download): Promise<Downloaded> {
  const encoding = answer.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    answer.body.on('error', () => undefined).destroy();
    throw new AppError('download_failed', 'It came packed.');
  }
  const announced = Number([answer.headers['content-length']].flat()[0] ?? Number.NaN);
  if (announced > LARGEST_BYTES) {
    answer.body.on('error', () => undefined).destroy();
    throw new AppError('download_failed', 'It is larger than 4 GB.');
  }
  const hash = createHash('sha256');
  const file = await open(part, 'w').catch((error: unknown) => {
    throw toLibraryError(error);
  });
  let bytes = 0;
  try {
    for await (const block of gather(answer.body as AsyncIterable<Buffer>)) {
      bytes += block.byteLength;
      if (bytes > LARGEST_BYTES) throw new AppError('download_failed', 'It is larger than 4 GB.');
      hash.update(block);
      await file.writeFile(block).catch((error: unknown) => {
        throw toLibraryError(error);
      });
      if (announced > 0) download.onProgress(Math.min(1, bytes / announced));
    }
    await file.datasync().catch((error: unknown) => {
      throw toLibraryError(error);
    });
  } finally {
    await file.close();
  }
  if (Number.isFinite(announced) && announced !== bytes) {
    throw new AppError('download_failed', `${bytes} of ${announced} bytes arrived.`, { retryable: true });
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Whatever went wrong here went wrong on the disk; taken for a network that is gone it would be tried for ever. */
function toLibraryError(cause: unknown): unknown {
  const known = toDiskError(cause, 'library');
  if (known instanceof AppError) return known;
  const { code } = cause as NodeJS.ErrnoException;
  return new AppError('folder_unwritable', `The system says ${code}.`, { subject: 'library', cause });
}

async function* gather(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size < WRITE_BYTES) continue;
    yield Buffer.concat(chunks, size);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks, size);
}
