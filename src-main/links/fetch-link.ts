import { Readable } from 'node:stream';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import type { IncomingFiles } from '../folders/incoming-files.ts';
import type { ProxyRoutes } from '../service-client/http/proxy-route.ts';
import type { LinkNetworkScope } from './link-lookup.ts';
import { toLinkError } from './link-error.ts';
import { toLinkFileName } from './link-file-name.ts';
import { followLink } from './follow-link.ts';
import { parseDataLink } from './parse-data-link.ts';
import { detectFileType, DETECTION_BYTES } from './detect-file-type.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Limits of a download. */
export interface LinkLimits {
  readonly imageBytes: number;
  readonly modelBytes: number;
  /** Maximum duration, from the first request to the last byte. */
  readonly timeoutMs: number;
}

/** Images up to 20 MB, models up to the upload limit of the service, 30 seconds. */
export const LINK_LIMITS: LinkLimits = {
  imageBytes: 20 * 1024 ** 2,
  modelBytes: LIMITS.uploadBytesSent,
  timeoutMs: 30_000,
};

/** A link to download. */
export interface FetchLinkOptions extends LinkNetworkScope {
  readonly link: string;
  readonly signal: AbortSignal;
  /** Called with the bytes received so far and the announced size, null if unknown. */
  readonly onProgress: (bytes: number, total: number | null) => void;
}

/** Dependencies of a download. */
export interface LinkDependencies {
  readonly routes: ProxyRoutes;
  readonly inbox: Pick<IncomingFiles, 'receive' | 'find'>;
  readonly limits?: LinkLimits;
}

/** A downloaded file with its display name. */
export interface FetchedLink {
  readonly path: string;
  readonly name: string;
}

/** A download in progress. */
interface Download {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Without extension. */
  readonly name: string;
  /** Announced size in bytes; null if unknown. */
  readonly length: number | null;
  readonly subject: string;
}

/** The accepted type of a download and its size limit. */
interface AcceptedFile {
  readonly extension: string;
  readonly maxBytes: number;
  /** True if the file is complete only with exactly `maxBytes`. */
  readonly isExact: boolean;
  /** The error for a larger file. */
  readonly tooLargeError: AppError;
}

/**
 * Downloads an image or a model into the inbox. The type is detected from the content; the name comes from the server or the
 * address, with the extension of the detected type. Throws AppError, or the signal's reason, and then leaves no file behind.
 */
export async function fetchLink(options: FetchLinkOptions, dependencies: LinkDependencies): Promise<FetchedLink> {
  const { link, allowPrivateNetwork, signal, onProgress } = options;
  const { routes, inbox, limits = LINK_LIMITS } = dependencies;
  const subject = linkTitle(link);
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const receive = async (download: Download): Promise<FetchedLink> => {
    const iterator = reportProgress(download, onProgress);
    const head = await readHead(iterator);
    const accepted = await acceptFile(head, download, limits);
    const body = Readable.from(limitSize(head, iterator, { ...download, ...accepted }));
    return inbox.find(await inbox.receive(`${download.name}.${accepted.extension}`, body)) as FetchedLink;
  };
  try {
    if (/^data:/i.test(link)) {
      const bytes = parseDataLink(link);
      return await receive({ chunks: Readable.from([bytes]), name: 'image', length: bytes.byteLength, subject });
    }
    const response = await followLink(link, {
      routes,
      allowPrivateNetwork,
      signal: AbortSignal.any([signal, timeout]),
      timeoutMs: limits.timeoutMs,
    });
    try {
      const { url, body, length } = response;
      const name = toLinkFileName(url, response.header('content-disposition'));
      return await receive({ chunks: body, name, length, subject });
    } finally {
      await response.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!timeout.aborted) throw toLinkError(error, subject);
    throw new AppError('link_failed', message('link.timeout', { seconds: Math.round(limits.timeoutMs / 1000) }), {
      subject,
    });
  }
}

/** Accepts a supported file by its first bytes. Throws AppError for an unsupported or too large one. */
async function acceptFile(head: Buffer, { length, subject }: Download, limits: LinkLimits): Promise<AcceptedFile> {
  if (head.byteLength === 0) throw new AppError('file_empty', '', { subject });
  const type = await detectFileType(head);
  if (type.kind === 'page') throw new AppError('link_page', '', { subject });
  const unsupported = new AppError('unsupported_file', '', { subject });
  if (type.kind === 'unknown') throw unsupported;
  const { kind, extension, bytes } = type;
  if (bytes !== undefined) {
    if (bytes > limits.modelBytes || (length ?? bytes) !== bytes) throw unsupported;
    return { extension, maxBytes: bytes, isExact: true, tooLargeError: unsupported };
  }
  const maxBytes = kind === 'image' ? limits.imageBytes : limits.modelBytes;
  const detail = message('link.size-limit', { max: Math.floor(maxBytes / 1024 ** 2) });
  const tooLargeError = new AppError('file_too_large', detail, { subject });
  if ((length ?? 0) > maxBytes) throw tooLargeError;
  return { extension, maxBytes, isExact: false, tooLargeError };
}

/** Passes chunks on and reports the progress. */
async function* reportProgress(
  { chunks, length }: Download,
  onProgress: FetchLinkOptions['onProgress'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    onProgress(bytes, length);
    yield chunk;
  }
}

async function readHead(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let bytes = 0; bytes < DETECTION_BYTES;) {
    const chunk = await next(iterator);
    if (chunk === null) break;
    chunks.push(chunk);
    bytes += chunk.byteLength;
  }
  return Buffer.concat(chunks);
}

/** Passes chunks on; throws if there are more, or for an exact size fewer, than `maxBytes`. */
async function* limitSize(
  head: Buffer,
  iterator: AsyncIterator<Uint8Array>,
  { maxBytes, isExact, tooLargeError, subject }: Download & AcceptedFile,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for (let chunk: Uint8Array | null = head; chunk !== null; chunk = await next(iterator)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLargeError;
    yield chunk;
  }
  if (isExact && bytes < maxBytes) throw new AppError('file_truncated', '', { subject });
}

async function next(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const result = await iterator.next();
  return result.done === true ? null : result.value;
}
