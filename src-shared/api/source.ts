import { z } from 'zod';
import { fileToken } from './files.ts';
import type { Issue } from './operation.ts';
import { taskId } from './task.ts';

/** What an operation works on. */
export type SourceSpec =
  | {
      readonly kind: 'file';
      readonly media: 'image' | 'model';
      /** Import takes tokens only (4.4). */
      readonly tokensOnly?: true;
    }
  | {
      readonly kind: 'task';
      /** The field that names the task. */
      readonly field: string;
      /** Task types accepted; null: any with model output. */
      readonly types: readonly string[] | null;
    };

/** A source as a request names it (4.2). */
export type RequestSource =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'url'; readonly url: string; readonly type: string | null }
  | { readonly kind: 'object'; readonly bucket: string; readonly key: string }
  | { readonly kind: 'task'; readonly taskId: string };

const SECTION = '4.2';

const fileObject = z.looseObject({
  type: z.string().optional(),
  file_token: z.string().optional(),
  url: z.string().optional(),
  object: z.looseObject({ bucket: z.string(), key: z.string() }).optional(),
});

/** Reads the source of a request body; an Issue says precisely why it cannot be used. */
export function readSource(spec: SourceSpec, body: Readonly<Record<string, unknown>>): RequestSource | Issue {
  if (spec.kind === 'task') return readTaskReference(spec.field, body);
  const source = body['file'] === undefined ? readInputString(body['input']) : readFileObject(body['file']);
  if ('code' in source) return source;
  if (source.kind === 'task')
    return issue('input', 'A task id was given where a file is needed. Give a file token or a URL.');
  if (spec.tokensOnly && source.kind !== 'token') {
    return { ...issue('file', 'Only file tokens are accepted here. Upload the file first.'), section: '4.4' };
  }
  return source;
}

/** Whether what `readSource` gave is a refusal. */
export function isIssue(value: RequestSource | Issue): value is Issue {
  return 'code' in value;
}

/** A string `input`: the kind is inferred; a bare UUID is a task, never a file (2.5). */
function readInputString(input: unknown): RequestSource | Issue {
  if (typeof input !== 'string' || input === '') {
    return issue('input', 'The source is missing. Give input (a file token or URL) or file.');
  }
  if (input.startsWith('data:'))
    return issue('input', 'Inline data is not accepted. Upload the file and give its token.');
  if (fileToken.safeParse(input).success) return { kind: 'token', token: input };
  if (taskId.safeParse(input).success) return { kind: 'task', taskId: input };
  if (/^https?:\/\//i.test(input)) return { kind: 'url', url: input, type: null };
  return issue('input', 'input is neither a file token, nor a URL, nor a task id.');
}

/** A `file` object; base64 `data` is treated as empty (4.2). */
function readFileObject(file: unknown): RequestSource | Issue {
  const parsed = fileObject.safeParse(file);
  const { type, url, object, file_token: token } = parsed.data ?? {};
  if (token) {
    return fileToken.safeParse(token).success
      ? { kind: 'token', token }
      : issue('file.file_token', 'The file token is not valid. Tokens begin with file_ and come from an upload.');
  }
  if (url) {
    return /^https?:\/\//i.test(url)
      ? { kind: 'url', url, type: type ?? null }
      : issue('file.url', 'file.url must begin with http:// or https://.');
  }
  if (object) return { kind: 'object', bucket: object.bucket, key: object.key };
  return issue('file', 'file must specify url, object or file_token');
}

/** A task reference by its own field or by `input`, which real clients send everywhere. */
function readTaskReference(field: string, body: Readonly<Record<string, unknown>>): RequestSource | Issue {
  const name = body[field] === undefined && body['input'] !== undefined ? 'input' : field;
  const value = body[name];
  if (value === undefined || value === '') return { ...issue(field, `${field} is required.`), section: '4.4' };
  if (!taskId.safeParse(value).success) return issue(name, `${name} must be a bare task id (a UUID without prefix).`);
  return { kind: 'task', taskId: value as string };
}

function issue(path: string, message: string): Issue {
  return { code: 1004, path, message, section: SECTION };
}
