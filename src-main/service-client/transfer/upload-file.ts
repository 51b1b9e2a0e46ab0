import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import type { OpenFile } from '../../base/files/disk.ts';
import type { System } from '../../base/system.ts';
import { checkForeignUrl } from '../http/address-guard.ts';
import type { NetworkResponse, Network } from '../http/network.ts';
import { ExpiredUrl } from './open-output.ts';
import { parseErrorEnvelope, readRetryAt, toServiceError, toTransportError } from '../http/to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Alternating buffers; undici waits for `drain` before it reads the next, so none is overwritten in flight. */
const BUFFERS = 3;
const BUFFER_BYTES = 1024 * 1024;
/** Maximum wait for the headers of the response, and maximum duration of its body, in ms. */
const ANSWER_TIMEOUT_MS = 120_000;
/** Maximum length of an error response of the service. */
const LONGEST_REFUSAL_BYTES = 64 * 1024;

/** One PUT. */
export interface Upload {
  readonly url: string;
  readonly filePath: string;
  /** Required version of the file, as in `FileStat`; absent: any. */
  readonly version?: string | undefined;
  readonly ownOrigins: readonly string[];
  readonly network: Network;
  readonly system: System;
  readonly signal: AbortSignal;
  /** Reports the share that was sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * PUTs a file to a presigned URL without authorization (spec 4.6). Nothing is sent of a file that is not the required one.
 * A file that changed during the upload is refused, whatever the service answered. Throws ExpiredUrl if the URL expired, AppError, or the signal's reason.
 */
export async function uploadFile(upload: Upload): Promise<void> {
  const { network, system, ownOrigins, filePath, signal } = upload;
  const { disk } = system;
  const url = checkPlace(upload.url, ownOrigins);
  const name = path.basename(filePath);
  const late = new AbortController();
  const before = await disk.statFollowingLinks(filePath).catch(throwSourceError(name));
  const file = await disk.open(filePath, 'read').catch(throwSourceError(name));
  try {
    const size = await file.size();
    const required = upload.version ?? before?.version;
    // The path may lead to another file than a moment ago; the open file is what is sent.
    if (file.version && (await file.version()) !== required) throw assertUnchanged(name);
    const answer = await (ownOrigins.includes(url.origin) ? network.ask : network.requestForeign)({
      method: 'PUT',
      url,
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
      body: size === 0 ? '' : readChunks(file, size, name, upload.onProgress),
      signal: AbortSignal.any([late.signal, signal]),
      responseTimeoutMs: ANSWER_TIMEOUT_MS,
    });
    // A body that arrives byte by byte never meets the limit between two pieces.
    const stopTimer = system.clock.after(ANSWER_TIMEOUT_MS, () => {
      late.abort(new AppError('service_error', message('service.response-too-long'), { retryable: true }));
    });
    await checkAnswer(answer, system).finally(stopTimer);
    const after = await disk.statFollowingLinks(filePath).catch(throwSourceError(name));
    if (before?.version !== after?.version || after?.bytes !== size) throw assertUnchanged(name);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ExpiredUrl ? error : toPlaceError(toTransportError(error));
  } finally {
    await file.close();
  }
}

function checkPlace(text: string, ownOrigins: readonly string[]): URL {
  try {
    return checkForeignUrl(text, ownOrigins);
  } catch (error) {
    throw toPlaceError(error);
  }
}

/** An unsafe upload address is an error of the service; no task exists yet. */
function toPlaceError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'download_failed') return error;
  return new AppError('service_error', error.detail, { retryable: true, requestId: error.requestId, cause: error });
}

/** The error for a file that changes during the upload. */
export function assertUnchanged(subject: string): AppError {
  const detail = message('file.changed-while-sending');
  return new AppError('file_unreadable', detail, { subject, retryable: true });
}

/** Any 2xx is a success, whatever its body. Of another response the beginning is read: it can contain an error of the service. */
async function checkAnswer(answer: NetworkResponse, { clock }: Pick<System, 'clock'>): Promise<void> {
  if (answer.status >= 200 && answer.status < 300) return answer.discard();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > LONGEST_REFUSAL_BYTES) break;
  }
  if ([401, 403, 404, 410].includes(answer.status)) throw new ExpiredUrl();
  const facts = { status: answer.status, requestId: null, retryAt: readRetryAt(answer, clock.now()) };
  throw toServiceError(facts, parseErrorEnvelope(Buffer.concat(chunks).toString('utf8')));
}

function throwSourceError(subject: string): (error: unknown) => never {
  return (error) => {
    throw toSourceError(error, subject);
  };
}

async function* readChunks(
  file: OpenFile,
  size: number,
  name: string,
  onProgress: (share: number) => void,
): AsyncGenerator<Uint8Array> {
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafe(Math.min(BUFFER_BYTES, size)));
  let sent = 0;
  for (let turn = 0; sent < size; turn++) {
    const buffer = buffers[turn % BUFFERS] as Buffer;
    const length = await file.read(buffer.subarray(0, Math.min(buffer.byteLength, size - sent)), sent);
    if (length === 0) throw assertUnchanged(name);
    sent += length;
    yield buffer.subarray(0, length);
    onProgress(sent / size);
  }
}
