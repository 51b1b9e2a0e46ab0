import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ServedFile } from '../../app-deps.ts';

/** A file response over HTTP or `app://`. */
export interface FileResponse {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The byte range to send, both ends inclusive, as for `createReadStream`; null: no body. */
  readonly slice: { readonly start: number; readonly end: number } | null;
}

/** Headers of untrusted files: displayed as data, never executed. */
const FOREIGN_FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * Status, headers and bytes for a file and a `Range` header (RFC 9110, section 14). Supports one range; for several, or an
 * invalid one, sends the whole file, as the RFC allows. A range beyond the end is 416.
 */
export function toFileResponse(file: ServedFile, range: string | null): FileResponse {
  const headers = { ...FOREIGN_FILE_HEADERS, 'content-type': file.mime, 'accept-ranges': 'bytes' };
  const slice = range === null ? null : parseRange(range, file.bytes);
  if (slice === 'beyond') {
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${file.bytes}`, 'content-length': '0' },
      slice: null,
    };
  }
  if (slice === null) {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(file.bytes) },
      slice: file.bytes === 0 ? null : { start: 0, end: file.bytes - 1 },
    };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${slice.start}-${slice.end}/${file.bytes}`,
      'content-length': String(slice.end - slice.start + 1),
    },
    slice,
  };
}

/** Reads a byte range of a file, both ends inclusive. */
export function readServedFile(
  { path, content }: ServedFile,
  { start, end }: NonNullable<FileResponse['slice']>,
): Readable {
  return content ? Readable.from(readParts(content, start, end + 1)) : createReadStream(path, { start, end });
}

/** Length of a part of a file’s content. */
export function bytesOf(part: ContentPart): number {
  return part instanceof Uint8Array ? part.byteLength : part.bytes;
}

type ContentPart = NonNullable<ServedFile['content']>[number];

/** Reads the bytes from `start` until before `end`; of a part in a file, a chunk at a time is in memory. */
async function* readParts(parts: readonly ContentPart[], start: number, end: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for (const part of parts) {
    const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, bytesOf(part))];
    offset += bytesOf(part);
    if (from >= to) continue;
    if (part instanceof Uint8Array) yield part.subarray(from, to);
    else yield* createReadStream(part.path, { start: from, end: to - 1 }) as AsyncIterable<Buffer>;
  }
}

function parseRange(range: string, bytes: number): { start: number; end: number } | 'beyond' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'beyond' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'beyond' : { start, end };
}
