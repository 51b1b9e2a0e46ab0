import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../src-shared/base/errors.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';
import { systemDisk } from '../base/files/disk.ts';
import { partPathOf, renameDurably } from '../base/files/durable-file.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import { describeTransportFault } from '../service-client/http/describe-connection-fault.ts';
import { fetchUpdateFile } from './fetch-update-file.ts';
import type { ReleaseFile } from './release-files.ts';

/** A file of a signed feed, and where it goes. */
export interface DownloadRelease {
  /** Folder of the feed. */
  readonly folder: string;
  readonly file: ReleaseFile;
  /** Absolute path of the finished file; its folder exists. */
  readonly target: string;
  readonly routes: ProxyRoutes;
  readonly signal: AbortSignal;
  /** A download without a byte for this long is interrupted. */
  readonly stalledMs: number;
  /** Called with the bytes so far. */
  readonly onProgress: (bytes: number) => void;
}

/** Attempts in a row of which none brought a byte. */
const MAX_IDLE_ATTEMPTS = 3;

/**
 * Downloads a file, continuing where an earlier download stopped, and checks size and SHA-512 before it gets its name. A file
 * with another content is removed, an incomplete one is kept for the next time. Throws `update_failed`, or the signal's reason.
 */
export async function downloadRelease(options: DownloadRelease): Promise<void> {
  const { file, target, signal } = options;
  const part = partPathOf(target);
  for (let idle = 0; ;) {
    const before = await partBytes(part, file.bytes);
    if (before === file.bytes) break;
    const fault = await continueDownload(options, part, before).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof AppError && error.code === 'update_failed') throw error;
      return error instanceof AppError ? error.detail : describeTransportFault(error);
    });
    const after = await partBytes(part, file.bytes);
    idle = after > before ? 0 : idle + 1;
    if (after < file.bytes && idle >= MAX_IDLE_ATTEMPTS)
      throw toUpdateError(fault ?? message('updates.interrupted'), true);
  }
  if (!(await hasContent(part, file))) {
    await systemDisk.remove(part);
    throw toUpdateError(message('updates.wrong-content'), false);
  }
  await renameDurably(part, target);
}

/** True if a file has the size and SHA-512 of a release; false if it does not exist. */
export async function hasContent(path: string, { bytes, sha512 }: Omit<ReleaseFile, 'name'>): Promise<boolean> {
  const entry = await systemDisk.stat(path);
  if (entry === null || entry.isFolder || entry.isLink === true || entry.bytes !== bytes) return false;
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64') === sha512;
}

/** Appends to the part until the response ends; returns null, or the reason why the server could not continue. */
async function continueDownload(
  { folder, file, routes, signal, stalledMs, onProgress }: DownloadRelease,
  part: string,
  before: number,
): Promise<MessageOrText | null> {
  const headers = before > 0 ? { range: `bytes=${before}-` } : {};
  const request = { routes, signal, timeoutMs: stalledMs, headers, alsoAccepts: [206, 416] };
  const response = await fetchUpdateFile(new URL(encodeURIComponent(file.name), folder), request);
  try {
    const from = startOf(response.header('content-range'));
    const isContinued = response.status === 206 && from === before;
    if (!isContinued && response.status !== 200) {
      // What is there does not fit the file of the server.
      await systemDisk.remove(part);
      return message('link.status', { status: response.status });
    }
    let bytes = isContinued ? before : 0;
    const output = await systemDisk.open(part, isContinued ? 'append' : 'write');
    try {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        bytes += chunk.byteLength;
        if (bytes > file.bytes) throw toUpdateError(message('updates.wrong-content'), false);
        await output.write(chunk);
        onProgress(bytes);
      }
      await output.sync();
    } finally {
      await output.close();
      if (bytes > file.bytes) await systemDisk.remove(part);
    }
    return null;
  } finally {
    await response.close();
  }
}

async function partBytes(part: string, most: number): Promise<number> {
  const entry = await systemDisk.stat(part);
  if (entry === null) return 0;
  // A part that is no file, or belongs to a larger release, cannot be continued.
  if (!entry.isFolder && entry.isLink !== true && entry.bytes <= most) return entry.bytes;
  await systemDisk.remove(part);
  return 0;
}

const startOf = (range: string | null): number => Number(/^bytes (\d{1,15})-/.exec(range ?? '')?.[1] ?? Number.NaN);

/** An `update_failed` error. */
export function toUpdateError(detail: MessageOrText, retryable: boolean): AppError {
  return new AppError('update_failed', detail, { retryable });
}
