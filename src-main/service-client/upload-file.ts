import path from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { toSourceError } from '../folders/disk-error.ts';
import type { OpenFile } from '../system/disk.ts';
import type { System } from '../system/system.ts';
import { checkForeignUrl } from './address-guard.ts';
import type { Network } from './network.ts';
import { parseErrorEnvelope, toServiceError, toTransportError } from './translate.ts';

/** Buffers that take turns; undici waits for `drain` before it asks for the next, so none is overwritten in flight. */
const BUFFERS = 3;
const BUFFER_BYTES = 1024 * 1024;
const ANSWER_TIMEOUT_MS = 120_000;

interface Upload {
  readonly url: string;
  readonly filePath: string;
  readonly serviceOrigin: string;
  readonly network: Network;
  readonly system: System;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** PUTs a file to a presigned URL without authorization (spec 4.6). A file that changes size meanwhile is refused. */
export async function uploadFile(upload: Upload): Promise<void> {
  const { network, system, serviceOrigin, filePath, signal } = upload;
  const url = checkForeignUrl(upload.url, serviceOrigin);
  const file = await system.disk.open(filePath, 'read').catch((error: unknown) => {
    throw toSourceError(error, path.basename(filePath));
  });
  try {
    const size = await file.size();
    if (size > LIMITS.uploadBytesSent) throw new AppError('file_too_large', 'The service takes at most 150 MB.');
    const answer = await (url.origin === serviceOrigin ? network.ask : network.askForeign)({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      body: size === 0 ? '' : readChunks(file, size, upload.onProgress),
      signal,
      answerMs: ANSWER_TIMEOUT_MS,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body) chunks.push(chunk);
    if (answer.status >= 300) {
      const facts = { status: answer.status, requestId: null, retryAt: null };
      throw toServiceError(facts, parseErrorEnvelope(Buffer.concat(chunks).toString('utf8')));
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toTransportError(error);
  } finally {
    await file.close();
  }
}

async function* readChunks(
  file: OpenFile,
  size: number,
  onProgress: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafe(Math.min(BUFFER_BYTES, size)));
  let sent = 0;
  for (let turn = 0; sent < size; turn++) {
    const buffer = buffers[turn % BUFFERS] as Buffer;
    const length = await file.read(buffer.subarray(0, Math.min(buffer.byteLength, size - sent)), sent);
    if (length === 0) throw new AppError('file_truncated', 'It became shorter while it was sent.', { retryable: true });
    sent += length;
    yield buffer.subarray(0, length);
    onProgress(sent / size);
  }
}
