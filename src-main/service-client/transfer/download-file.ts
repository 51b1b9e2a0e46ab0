import { AppError } from '../../../src-shared/base/errors.ts';
import { toLibraryError } from '../../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../../base/files/durable-file.ts';
import type { System } from '../../base/system.ts';
import type { NetworkResponse, Downloaded, DownloadOrder, Network } from '../http/network.ts';
import { ExpiredUrl, findValidator, MAX_OUTPUT_BYTES, openOutput } from './open-output.ts';
import { openPartWriter, removePart, reopenPart, statePathOf, type PartState, type PartWriter } from './part-file.ts';
import { isConnectionEnded } from '../http/describe-connection-fault.ts';
import { toTransportError } from '../http/to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Download extends DownloadOrder {
  readonly network: Network;
  readonly system: System;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** A transfer that brings less in this time, in ms, counts as stalled, although every piece is in time. */
const STALL_MS = 120_000;
const MIN_BYTES_PER_STALL = (STALL_MS / 1000) * 1024;

/** More bytes than announced arrived: the part is useless. */
class TooLong extends AppError {}

/**
 * Downloads an output durably: to a hidden part, with its length checked, synced, hashed as stored on the disk,
 * renamed. The part of an earlier attempt is continued if the server confirms the same entity, whatever URL it has now.
 * The key is never sent. Throws ExpiredUrl, AppError, or the signal's reason.
 */
export async function downloadFile(download: Download): Promise<Downloaded> {
  const { filePath, signal, system } = download;
  const { disk } = system;
  const part = partPathOf(filePath);
  try {
    const state = await reopenPart(part, disk).catch(throwLibraryError);
    const arrived = await fetchPart(part, state, download);
    await renameDurably(part, filePath, disk).catch(throwLibraryError);
    await disk.remove(statePathOf(part)).catch(throwLibraryError);
    return arrived;
  } catch (error) {
    const mayGoOn = !(error instanceof TooLong) && (!(error instanceof AppError) || error.retryable);
    const hasState = mayGoOn && (await disk.stat(statePathOf(part)).catch(() => null)) !== null;
    if (!hasState) await removePart(part, disk).catch(() => undefined);
    signal.throwIfAborted();
    throw error instanceof ExpiredUrl ? error : toDownloadError(error);
  }
}

/**
 * A response that is not HTTP, and a connection that the server ends early, count as a failed download: the task is finished,
 * and a server that repeats this must not be asked for ever.
 */
function toDownloadError(thrown: unknown): AppError {
  const error = toTransportError(thrown);
  const isCutOff = !(thrown instanceof AppError) && isConnectionEnded((thrown as NodeJS.ErrnoException).code);
  return error.code === 'service_error' || isCutOff ? toFailedDownload(error, thrown) : error;
}

function toFailedDownload(error: AppError, thrown: unknown): AppError {
  return new AppError('download_failed', error.detail, { retryable: true, cause: thrown });
}

/** Downloads the rest of a part; sends no request if it is complete. */
async function fetchPart(part: string, state: PartState | null, download: Download): Promise<Downloaded> {
  const { system } = download;
  if (state?.bytes === state?.length && state !== null) {
    const writer = await openPartWriter({ system, part, from: state.bytes, entity: state, length: state.length });
    return { bytes: state.bytes, sha256: await writer.finish() };
  }
  const { answer, isRest } = await openOutput(download, state);
  const plan = isRest && state ? { from: state.bytes, length: state.length, entity: state } : planOf(answer);
  if (!isRest && state) await system.disk.remove(statePathOf(part)).catch(throwLibraryError);
  const writer = await openPartWriter({ system, part, ...plan }).catch((error: unknown) => {
    answer.discard();
    return throwLibraryError(error);
  });
  try {
    await readBody(answer, writer, plan.length, download);
  } catch (error) {
    await writer.abandon().catch(() => undefined);
    const hasGrown = plan.entity !== null && writer.bytes - plan.from >= MIN_BYTES_PER_STALL;
    throw toBodyError(error, hasGrown);
  }
  return { bytes: writer.bytes, sha256: await writer.finish().catch(throwLibraryError) };
}

/** A body that ends early counts as a failed download too, unless the next attempt continues with more of it. */
function toBodyError(thrown: unknown, hasGrown: boolean): AppError {
  const error = toTransportError(thrown);
  const isCutOff = !(thrown instanceof AppError) && error.code === 'offline';
  return isCutOff && !hasGrown ? toFailedDownload(error, thrown) : error;
}

async function readBody(
  answer: NetworkResponse,
  writer: PartWriter,
  length: number | null,
  download: Download,
): Promise<void> {
  const most = length ?? MAX_OUTPUT_BYTES;
  const { clock } = download.system;
  let span = { since: clock.elapsed(), from: writer.bytes };
  for await (const piece of answer.body) {
    download.signal.throwIfAborted();
    if (clock.elapsed() - span.since >= STALL_MS) {
      if (writer.bytes - span.from < MIN_BYTES_PER_STALL) {
        throw new AppError('download_failed', message('result.too-slow'), { retryable: true });
      }
      span = { since: clock.elapsed(), from: writer.bytes };
    }
    if (writer.bytes + piece.byteLength > most) {
      const detail =
        length === null ? message('result.over-4-gb') : message('result.too-many-bytes', { expected: length });
      throw new TooLong('download_failed', detail, { retryable: length !== null });
    }
    await writer.push(piece).catch(throwLibraryError);
    if (length !== null) download.onProgress(writer.bytes / length);
  }
  if (length !== null && writer.bytes < length) {
    throw new AppError('download_failed', message('result.incomplete', { received: writer.bytes, expected: length }), {
      retryable: true,
    });
  }
}

function planOf(answer: NetworkResponse): {
  from: number;
  length: number | null;
  entity: Omit<PartState, 'bytes'> | null;
} {
  const announced = answer.header('content-length');
  const length = announced === undefined ? null : Number(announced);
  const validator = findValidator(answer);
  return {
    from: 0,
    length,
    entity: length !== null && length > 0 && validator !== null ? { length, validator } : null,
  };
}

/** Throws an error of the disk as such; as a network error it would be retried forever. */
function throwLibraryError(cause: unknown): never {
  const known = toLibraryError(cause);
  if (known instanceof AppError) throw known;
  const detail = message('file.system-code', {
    code: (cause as NodeJS.ErrnoException).code ?? (cause as Error).message,
  });
  throw new AppError('folder_unwritable', detail, { subject: message('subject.library'), cause });
}
