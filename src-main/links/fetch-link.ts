import { Readable } from 'node:stream';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import { linkTitle } from '../../src-shared/sources/links.ts';
import type { IncomingFiles } from '../folders/incoming-files.ts';
import type { Routes } from '../service-client/http/proxy-route.ts';
import type { LinkNetworkScope } from './link-lookup.ts';
import { toLinkError } from './link-error.ts';
import { toLinkFileName } from './link-file-name.ts';
import { followLink } from './follow-link.ts';
import { parseDataLink } from './parse-data-link.ts';
import { detectFileType, DETECTION_BYTES } from './detect-file-type.ts';

/** How much a link may bring, and how long it may take. */
export interface LinkLimits {
  readonly pictureBytes: number;
  readonly modelBytes: number;
  /** From the first question to the last byte. */
  readonly ms: number;
}

/** A picture of 20 MB, a model as large as can be uploaded, and half a minute. */
export const LINK_LIMITS: LinkLimits = {
  pictureBytes: 20 * 1024 ** 2,
  modelBytes: LIMITS.uploadBytesSent,
  ms: 30_000,
};

/** A link to be fetched. */
export interface FetchLinkOptions extends LinkNetworkScope {
  readonly link: string;
  readonly signal: AbortSignal;
  /** Hears how many bytes are there, and how many were announced; null: none were. */
  readonly onProgress: (bytes: number, total: number | null) => void;
}

/** What fetching leans on. */
export interface LinkDependencies {
  readonly routes: Routes;
  readonly inbox: Pick<IncomingFiles, 'receive' | 'find'>;
  readonly limits?: LinkLimits;
}

/** A file that a link brought, under the name people know it by. */
export interface FetchedLink {
  readonly path: string;
  readonly name: string;
}

/** What arrives, piece by piece. */
interface Arriving {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Without an ending. */
  readonly name: string;
  /** Bytes that were announced; null: none were. */
  readonly length: number | null;
  readonly subject: string;
}

/** What may come of it. */
interface Admitted {
  readonly ending: string;
  readonly most: number;
  /** Whether it is whole only with that many bytes. */
  readonly isExact: boolean;
  /** What is said of more. */
  readonly tooMuch: AppError;
}

/**
 * Fetches a picture or a model into the inbox. What it is, its bytes say; its name is that of the server or the address,
 * with the ending of what it is. Throws AppError, or the signal's reason; nothing is left behind then.
 */
export async function fetchLink(order: FetchLinkOptions, parts: LinkDependencies): Promise<FetchedLink> {
  const { link, mayPointInside, signal, onProgress } = order;
  const { routes, inbox, limits = LINK_LIMITS } = parts;
  const subject = linkTitle(link);
  const late = AbortSignal.timeout(limits.ms);
  const receive = async (arriving: Arriving): Promise<FetchedLink> => {
    const iterator = tell(arriving, onProgress);
    const head = await readHead(iterator);
    const admitted = await admit(head, arriving, limits);
    const body = Readable.from(letIn(head, iterator, { ...arriving, ...admitted }));
    return inbox.find(await inbox.receive(`${arriving.name}.${admitted.ending}`, body)) as FetchedLink;
  };
  try {
    if (/^data:/i.test(link)) {
      const bytes = parseDataLink(link);
      return await receive({ pieces: Readable.from([bytes]), name: 'picture', length: bytes.byteLength, subject });
    }
    const way = { routes, mayPointInside, signal: AbortSignal.any([signal, late]), waitMs: limits.ms };
    const open = await followLink(link, way);
    try {
      const { url, body, length, disposition } = open;
      return await receive({ pieces: body, name: toLinkFileName(url, disposition), length, subject });
    } finally {
      await open.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw toLinkError(error, subject);
    throw new AppError('link_failed', `The download took longer than ${Math.round(limits.ms / 1000)} seconds.`, {
      subject,
    });
  }
}

/** What is told by the first bytes; throws AppError for what no job is made of, and for more than may come. */
async function admit(head: Buffer, { length, subject }: Arriving, limits: LinkLimits): Promise<Admitted> {
  if (head.byteLength === 0) throw new AppError('file_empty', '', { subject });
  const found = await detectFileType(head);
  if (found.kind === 'page') throw new AppError('link_page', '', { subject });
  const unknown = new AppError('unsupported_file', '', { subject });
  if (found.kind === 'nothing') throw unknown;
  const { kind, ending, bytes } = found;
  if (bytes !== undefined) {
    if (bytes > limits.modelBytes || (length ?? bytes) !== bytes) throw unknown;
    return { ending, most: bytes, isExact: true, tooMuch: unknown };
  }
  const most = kind === 'picture' ? limits.pictureBytes : limits.modelBytes;
  const detail = `Downloads from links are limited to ${Math.floor(most / 1024 ** 2)} MB.`;
  const tooMuch = new AppError('file_too_large', detail, { subject });
  if ((length ?? 0) > most) throw tooMuch;
  return { ending, most, isExact: false, tooMuch };
}

/** Hands on what comes, and tells how much that is. */
async function* tell(
  { pieces, length }: Arriving,
  onProgress: FetchLinkOptions['onProgress'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    onProgress(bytes, length);
    yield piece;
  }
}

async function readHead(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let bytes = 0; bytes < DETECTION_BYTES;) {
    const piece = await next(iterator);
    if (piece === null) break;
    pieces.push(piece);
    bytes += piece.byteLength;
  }
  return Buffer.concat(pieces);
}

/** Hands on what comes, for as long as it is not more than may come. */
async function* letIn(
  head: Buffer,
  iterator: AsyncIterator<Uint8Array>,
  { most, isExact, tooMuch, subject }: Arriving & Admitted,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for (let piece: Uint8Array | null = head; piece !== null; piece = await next(iterator)) {
    bytes += piece.byteLength;
    if (bytes > most) throw tooMuch;
    yield piece;
  }
  if (isExact && bytes < most) throw new AppError('file_truncated', '', { subject });
}

async function next(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  const result = await iterator.next();
  return result.done === true ? null : result.value;
}
