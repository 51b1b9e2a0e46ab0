import { createHash } from 'node:crypto';
import { AppError } from '../../src-shared/errors.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../folders/durable-file.ts';
import type { System } from '../system/system.ts';
import { checkForeignUrl } from './address-guard.ts';
import type { Answer, Network } from './network.ts';
import { toTransportError } from './translate.ts';

/** Largest file we take: far above any model, far below any disk. */
const LARGEST_BYTES = 4 * 1024 ** 3;
const MOST_REDIRECTS = 3;
const ANSWER_TIMEOUT_MS = 60_000;
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
  readonly network: Network;
  readonly system: System;
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
  const { disk } = download.system;
  const part = partPathOf(filePath);
  try {
    const answer = await openUrl(download);
    const arrived = await writeBody(answer, part, download);
    await renameDurably(part, filePath, disk).catch(throwLibraryError);
    return arrived;
  } catch (error) {
    await disk.remove(part).catch(() => undefined);
    signal.throwIfAborted();
    if (error instanceof ExpiredUrl) throw error;
    throw toTransportError(error);
  }
}

/** Follows at most three redirects by hand, each judged anew. */
async function openUrl({ network, serviceOrigin, signal, url: first }: Download): Promise<Answer> {
  let url = checkForeignUrl(first, serviceOrigin);
  for (let redirects = 0; ; redirects++) {
    const ask = url.origin === serviceOrigin ? network.ask : network.askForeign;
    const answer = await ask({ method: 'GET', url, headers: {}, signal, answerMs: ANSWER_TIMEOUT_MS });
    const { status } = answer;
    if (status === 200) return answer;
    const location = answer.header('location');
    answer.discard();
    if (status === 403 || status === 404 || status === 410) throw new ExpiredUrl();
    if (status < 300 || status >= 400 || location === undefined || redirects === MOST_REDIRECTS) {
      throw new AppError('download_failed', `The service answered ${status}.`, {
        retryable: status >= 500 || status === 429,
      });
    }
    url = checkForeignUrl(URL.parse(location, url.href)?.href ?? location, serviceOrigin);
  }
}

async function writeBody(answer: Answer, part: string, download: Download): Promise<Downloaded> {
  const encoding = answer.header('content-encoding');
  const announced = Number(answer.header('content-length') ?? Number.NaN);
  if ((encoding !== undefined && encoding !== 'identity') || announced > LARGEST_BYTES) {
    answer.discard();
    throw new AppError('download_failed', announced > LARGEST_BYTES ? 'It is larger than 4 GB.' : 'It came packed.');
  }
  const hash = createHash('sha256');
  const file = await download.system.disk.open(part, 'write').catch(throwLibraryError);
  let bytes = 0;
  try {
    for await (const block of gather(answer.body)) {
      bytes += block.byteLength;
      if (bytes > LARGEST_BYTES) throw new AppError('download_failed', 'It is larger than 4 GB.');
      hash.update(block);
      await file.write(block).catch(throwLibraryError);
      if (announced > 0) download.onProgress(Math.min(1, bytes / announced));
    }
    await file.sync().catch(throwLibraryError);
  } finally {
    await file.close();
  }
  if (Number.isFinite(announced) && announced !== bytes) {
    throw new AppError('download_failed', `${bytes} of ${announced} bytes arrived.`, { retryable: true });
  }
  return { bytes, sha256: hash.digest('hex') };
}

function throwLibraryError(cause: unknown): never {
  throw toLibraryError(cause);
}

/** Whatever went wrong here went wrong on the disk; taken for a network that is gone it would be tried for ever. */
function toLibraryError(cause: unknown): unknown {
  const known = toDiskError(cause, 'library');
  if (known instanceof AppError) return known;
  const { code } = cause as NodeJS.ErrnoException;
  return new AppError('folder_unwritable', `The system says ${code}.`, { subject: 'library', cause });
}

async function* gather(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
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
