import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { AppError } from '../../src-shared/errors.ts';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { toSourceError } from '../folders/disk-error.ts';
import { checkForeignUrl } from './address-guard.ts';
import { parseErrorEnvelope, toServiceError, toTransportError } from './translate.ts';

/** Buffers that take turns; undici waits for `drain` before it asks for the next, so none is overwritten in flight. */
const BUFFERS = 3;
const BUFFER_BYTES = 1024 * 1024;

interface Upload {
  readonly url: string;
  readonly filePath: string;
  readonly serviceOrigin: string;
  readonly dispatcherFor: (url: URL) => Dispatcher;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** PUTs a file to a presigned URL without authorization (spec 4.6). A file that changes size meanwhile is refused. */
export async function uploadFile(upload: Upload): Promise<void> {
  const url = checkForeignUrl(upload.url, upload.serviceOrigin);
  const file = await open(upload.filePath, 'r').catch((error: unknown) => {
    throw toSourceError(error, path.basename(upload.filePath));
  });
  try {
    const { size } = await file.stat();
    if (size > LIMITS.uploadBytesSent) throw new AppError('file_too_large', 'The service takes at most 150 MB.');
    const answer = await request(url, {
      dispatcher: upload.dispatcherFor(url),
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      // undici takes any async iterable; its types name only streams.
      body: size === 0 ? '' : (readChunks(file, size, upload.onProgress) as unknown as Readable),
      signal: upload.signal,
      headersTimeout: 120_000,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) {
      const facts = { status: answer.statusCode, requestId: null, retryAt: null };
      throw toServiceError(facts, parseErrorEnvelope(text));
    }
  } catch (error) {
    upload.signal.throwIfAborted();
    throw toTransportError(error);
  } finally {
    await file.close();
  }
}

async function* readChunks(
  file: FileHandle,
  size: number,
  onProgress: (share: number) => void,
): AsyncGenerator<Buffer> {
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafe(Math.min(BUFFER_BYTES, size)));
  let sent = 0;
  for (let turn = 0; sent < size; turn++) {
    const buffer = buffers[turn % BUFFERS] as Buffer;
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, size - sent), sent);
    if (bytesRead === 0)
      throw new AppError('file_truncated', 'It became shorter while it was sent.', { retryable: true });
    sent += bytesRead;
    yield buffer.subarray(0, bytesRead);
    onProgress(sent / size);
  }
}
