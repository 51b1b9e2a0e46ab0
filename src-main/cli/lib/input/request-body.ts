import { createReadStream } from 'node:fs';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';
import { UsageError } from '../usage-error.ts';
import { parseJsonFile } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** A file to be uploaded, and the field its token goes into. */
export interface UploadArgument {
  /** Wire name with dots: `input`, `files.0`, `texture_prompt.image`. */
  readonly field: string;
  readonly filePath: string;
}

const TOO_LARGE = '--body: it is larger than 20 MB.';

const FIELD = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+){0,4}$/;

/** Reads `--body`: JSON if it begins with a brace, else the name of a file with JSON. */
export async function readRequestBody(given: string | undefined): Promise<AnyValues> {
  if (given === undefined) return {};
  const text = given.trimStart().startsWith('{') ? given : await readBodyFile(given);
  if (Buffer.byteLength(text) > LIMITS.requestBodyBytes) throw new UsageError(TOO_LARGE);
  try {
    const body: unknown = parseJsonFile(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as AnyValues;
  } catch (cause) {
    throw new UsageError(`--body: it is not JSON: ${(cause as Error).message}`);
  }
  throw new UsageError('--body: it must be a JSON object.');
}

/** Reads one `--upload FIELD=FILE`. */
export function parseUploadArgument(given: string): UploadArgument {
  const at = given.indexOf('=');
  const field = given.slice(0, Math.max(0, at));
  const filePath = given.slice(at + 1);
  const segments = field.split('.');
  if (!FIELD.test(field) || filePath === '' || segments.some((segment) => segment in Object.prototype)) {
    throw new UsageError(
      `“${maskControlCharacters(given)}” is not valid for --upload. Use FIELD=FILE, such as input=chair.png or files.0=front.png.`,
    );
  }
  return { field, filePath };
}

/** The body with a token in a field: a file object where the interface requires one (4.2), else the token itself. */
export function setFileToken(body: AnyValues, field: string, token: string, type: string): AnyValues {
  const segments = field.split('.');
  const value = ['file', 'files'].includes(segments[0] ?? '') ? { type, file_token: token } : token;
  return setValue(body, segments, value) as AnyValues;
}

/** The body with its views padded to four slots, as 4.3 requires. */
export function padViewSlots(body: AnyValues): AnyValues {
  const files = body['files'];
  if (!Array.isArray(files) || files.length >= 4) return body;
  return { ...body, files: [0, 1, 2, 3].map((slot) => (files[slot] as unknown) ?? {}) };
}

function setValue(target: unknown, [head, ...rest]: readonly string[], value: unknown): unknown {
  if (head === undefined) return value;
  if (/^\d{1,2}$/.test(head)) {
    const list: unknown[] = Array.isArray(target) ? [...(target as unknown[])] : [];
    while (list.length < Number(head)) list.push({});
    list[Number(head)] = setValue(list[Number(head)], rest, value);
    return list;
  }
  const fields = typeof target === 'object' && target !== null && !Array.isArray(target) ? (target as AnyValues) : {};
  return { ...fields, [head]: setValue(fields[head], rest, value) };
}

/** Reads a file, which may also be a pipe, until it is too large. */
async function readBodyFile(given: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(given) as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > LIMITS.requestBodyBytes) throw new UsageError(TOO_LARGE);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(
      `--body: could not read ${maskControlCharacters(given)} (${(cause as NodeJS.ErrnoException).code}).`,
    );
  }
}
