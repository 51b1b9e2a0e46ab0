import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { PageFile } from '../files/page-files.ts';
import { CODINGS, pickCoding } from './pick-coding.ts';

/** An answer to a request for a file of the page. */
interface PageResponse {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Absent if the browser has the file already. */
  readonly body?: Buffer;
}

/**
 * Returns a file of the page in the smallest coding that the browser accepts and the build wrote beside it, or 304 if
 * the browser has it already. The entity tag is the hash of what is sent, so each coding has its own.
 */
export async function toPageResponse(file: PageFile, request: IncomingHttpHeaders): Promise<PageResponse> {
  const { body, coding } = await readCoded(file.path, [request['accept-encoding']].flat().join(', '));
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const validators = { etag, vary: 'Accept-Encoding' };
  if (matchesTag(request['if-none-match'], etag)) return { status: 304, headers: validators };
  const headers = {
    ...validators,
    'content-type': file.mime,
    'content-length': body.length,
    ...(coding === null ? {} : { 'content-encoding': coding }),
  };
  return { status: 200, headers, body };
}

async function readCoded(path: string, accepted: string): Promise<{ body: Buffer; coding: string | null }> {
  const coding = pickCoding(accepted);
  try {
    if (coding !== null) return { body: await readFile(path + CODINGS[coding]), coding };
  } catch (error) {
    // Small files and those that are compressed already have no coded form.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { body: await readFile(path), coding: null };
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2). */
function matchesTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
