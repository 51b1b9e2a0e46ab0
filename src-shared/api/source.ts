import { z } from 'zod';
import { fileToken } from './protocol/files.ts';
import type { Issue } from './issue.ts';
import type { Message } from './messages/message.ts';
import { ruleMessage, toRuleText } from './messages/rule-message.ts';
import { isIssuedTaskId, isUuid } from './protocol/task.ts';

/** The source that an operation accepts. */
export type SourceSpec =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'file';
      readonly media: 'image' | 'model';
      /** Import accepts tokens only (4.4). */
      readonly tokensOnly?: true;
      /** Task types whose image is accepted in place of a file. */
      readonly tasks?: readonly string[];
    }
  /** Several images in order; a rule of the operation limits their number. */
  | { readonly kind: 'files'; readonly media: 'image'; readonly required: boolean }
  /** Four view slots, or a task that created views (4.3). */
  | { readonly kind: 'views'; readonly field: string; readonly tasks: readonly string[] }
  | {
      readonly kind: 'task';
      /** The field with the task id. */
      readonly field: string;
      /** Accepted task types; null: any with model output. */
      readonly types: readonly string[] | null;
    };

/** Returns the field with the source task: its own, or `input`, which accepts several kinds of sources (4.2). */
export function taskFieldOf(source: SourceSpec): string {
  return source.kind === 'task' ? source.field : 'input';
}

/** A file in a request (4.2). */
export type FileSource =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'url'; readonly url: string; readonly type: string | null }
  | { readonly kind: 'object'; readonly bucket: string; readonly key: string };

/** Another task whose output is the source (4.2). */
interface TaskSource {
  readonly kind: 'task';
  readonly taskId: string;
}

/** A source in a request (4.2). */
export type RequestSource =
  | FileSource
  | TaskSource
  /** Images in order; views in the order front, left, back, right, with null for an empty slot. */
  | { readonly kind: 'files'; readonly files: readonly (FileSource | TaskSource | null)[] }
  | { readonly kind: 'none' };

const SECTION = '4.2';
const VIEWS_SECTION = '4.3';

type Body = Readonly<Record<string, unknown>>;

/** Recognizes a task id. */
type IsTaskId = (value: unknown) => value is string;

const fileObject = z.looseObject({
  type: z.string().optional(),
  file_token: z.string().optional(),
  url: z.string().optional(),
  object: z.looseObject({ bucket: z.string(), key: z.string() }).optional(),
});

/** Names of the fields with which a request can specify its source. */
function sourceFieldsOf(spec: SourceSpec): readonly string[] {
  switch (spec.kind) {
    case 'none':
      return [];
    case 'task':
      return [spec.field, 'input'];
    case 'file':
      return ['input', 'file'];
    case 'files':
      return ['input', 'file', 'inputs', 'files'];
    case 'views':
      return [spec.field, 'input', 'inputs', 'files'];
  }
}

/** Parses the source of a request body; an Issue describes why it is invalid. `acceptsAnyTaskId`: see RuleContext. */
export function parseSource(spec: SourceSpec, body: Body, acceptsAnyTaskId = false): RequestSource | Issue {
  const isTaskId = acceptsAnyTaskId ? isIssuedTaskId : isUuid;
  const empty = sourceFieldsOf(spec).find((name) => body[name] === null);
  if (empty !== undefined) return issue(empty, ruleMessage('source.null', { field: empty }));
  switch (spec.kind) {
    case 'none':
      return { kind: 'none' };
    case 'task':
      return readTaskReference(spec.field, body, isTaskId);
    case 'file':
      return readSingleFile(spec, body, isTaskId);
    case 'files':
      return readFiles(spec.required, body, isTaskId);
    case 'views':
      return readViews(spec.field, body, isTaskId);
  }
}

/** True if a parser returned an issue. */
export function isIssue(value: object): value is Issue {
  return 'code' in value;
}

/** Parses a single file: a string (token or URL) or a file object; `path` is the field named in an issue. */
export function parseFileSource(value: unknown, path: string): FileSource | Issue {
  if (typeof value !== 'string') return readFileObject(value, path);
  const source = readString(value, path, isUuid);
  if (isIssue(source) || source.kind !== 'task') return source;
  return issue(path, ruleMessage('source.no-task', { field: path }));
}

function readSingleFile(
  spec: Extract<SourceSpec, { kind: 'file' }>,
  body: Body,
  isTaskId: IsTaskId,
): RequestSource | Issue {
  const given = body['file'];
  const source = given === undefined ? readItem(body['input'], 'input', isTaskId) : readFileObject(given, 'file');
  if (isIssue(source)) return source;
  if (source.kind === 'task' && !spec.tasks) {
    return issue('input', ruleMessage('source.no-task', { field: 'input' }));
  }
  if (spec.tokensOnly && source.kind !== 'token') {
    return issue('file', ruleMessage('source.tokens-only'), '4.4');
  }
  return source;
}

/** Parses one or more images: `file`, `input`, `files` or `inputs`. */
function readFiles(required: boolean, body: Body, isTaskId: IsTaskId): RequestSource | Issue {
  const [name, single] = body['file'] === undefined ? ['input', body['input']] : ['file', body['file']];
  const [path, list] = body['files'] === undefined ? ['inputs', body['inputs']] : ['files', body['files']];
  if (list === undefined && single === undefined) {
    return required ? issue('file', ruleMessage('source.image-missing')) : { kind: 'none' };
  }
  if (list === undefined) {
    const source = name === 'input' ? readItem(single, name, isTaskId) : parseFileSource(single, name);
    return isIssue(source) ? source : { kind: 'files', files: [source] };
  }
  if (!Array.isArray(list) || list.length === 0) return issue(path, ruleMessage('source.no-list', { field: path }));
  const readOne = (item: unknown, at: string): FileSource | TaskSource | Issue =>
    path === 'inputs' ? readItem(item, at, isTaskId) : parseFileSource(item, at);
  const files = list.map((item, index) => readOne(item, `${path}.${index}`));
  return files.find(isIssue) ?? { kind: 'files', files: files as (FileSource | TaskSource)[] };
}

const VIEWS = ['front', 'left', 'back', 'right'] as const;

/** A task that created views takes precedence over images, which are then ignored completely (4.3). */
function readViews(field: string, body: Body, isTaskId: IsTaskId): RequestSource | Issue {
  const inputs = body['inputs'];
  const item = Array.isArray(inputs) && inputs.length === 1 ? (inputs[0] as unknown) : undefined;
  const reference = [body[field], body['input'], taskItem(item)].find((given) => given !== undefined);
  if (reference !== undefined) {
    return isTaskId(reference) ? { kind: 'task', taskId: reference } : noTaskId(field);
  }
  const slots = body['files'] === undefined ? readViewInputs(inputs, isTaskId) : readViewSlots(body['files']);
  if (isIssue(slots)) return slots;
  if (!slots[0]) return issue('files', ruleMessage('source.no-front'), VIEWS_SECTION);
  if (slots.filter((slot) => slot !== null).length < 2) {
    return issue('files', ruleMessage('source.too-few-views'), VIEWS_SECTION);
  }
  return { kind: 'files', files: slots };
}

/** Parses `files`: exactly four, `{}` for an empty slot. */
function readViewSlots(files: unknown): (FileSource | null)[] | Issue {
  if (!Array.isArray(files) || files.length !== VIEWS.length) {
    return issue('files', ruleMessage('source.four-slots'), VIEWS_SECTION);
  }
  const slots = files.map((slot, index) => (isEmptySlot(slot) ? null : parseFileSource(slot, `files.${index}`)));
  const parsed: (FileSource | null)[] = [];
  for (const slot of slots) {
    if (slot !== null && isIssue(slot)) return slot;
    parsed.push(slot);
  }
  return parsed;
}

/** Parses `inputs`: by position, an empty string for an empty slot, or objects keyed by one or more views. */
function readViewInputs(inputs: unknown, isTaskId: IsTaskId): (FileSource | TaskSource | null)[] | Issue {
  if (!Array.isArray(inputs) || inputs.length === 0 || inputs.length > VIEWS.length) {
    return issue('inputs', ruleMessage('source.views-missing'));
  }
  const slots: (FileSource | TaskSource | null)[] = [null, null, null, null];
  for (const [index, item] of inputs.entries()) {
    for (const [slot, value] of placeItem(index, item)) {
      if (isEmptySlot(value)) continue;
      const picture = readItem(value, `inputs.${index}`, isTaskId);
      if (isIssue(picture)) return picture;
      slots[slot] = picture;
    }
  }
  return slots;
}

/** Returns the slots that an item of `inputs` fills: those of its view keys, or the one of its position. */
function placeItem(index: number, item: unknown): readonly (readonly [slot: number, value: unknown])[] {
  if (typeof item !== 'object' || item === null) return [[index, item]];
  const given = item as Record<string, unknown>;
  const views = VIEWS.filter((view) => Object.hasOwn(given, view));
  return views.length === 0 ? [[index, item]] : views.map((view) => [VIEWS.indexOf(view), given[view]]);
}

/** Parses a single image: as in `parseFileSource`, or the task that created it, as a bare id or `{task_id}`. */
function readItem(value: unknown, path: string, isTaskId: IsTaskId): FileSource | TaskSource | Issue {
  if (typeof value === 'string' || value === undefined) return readString(value, path, isTaskId);
  const id = taskItem(value);
  if (id === undefined) return readFileObject(value, path);
  return isTaskId(id) ? { kind: 'task', taskId: id } : noTaskId(`${path}.task_id`);
}

function isEmptySlot(value: unknown): boolean {
  if (value === '' || value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

function taskItem(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'task_id' in item ? item.task_id : undefined;
}

/** Parses a string and infers its kind; a bare UUID is a task, never a file (2.5). */
function readString(
  input: unknown,
  path: string,
  isTaskId: IsTaskId,
): Exclude<RequestSource, { kind: 'files' | 'none' }> | Issue {
  if (typeof input !== 'string' || input === '') {
    return issue(path, ruleMessage('source.missing'));
  }
  if (input.startsWith('data:')) return issue(path, ruleMessage('source.inline-data'));
  if (fileToken.safeParse(input).success) return { kind: 'token', token: input };
  if (isTaskId(input)) return { kind: 'task', taskId: input };
  if (/^https?:\/\//i.test(input)) return { kind: 'url', url: input, type: null };
  return issue(path, ruleMessage('source.unknown-kind', { field: path }));
}

/** Parses a `file` object; base64 `data` is treated as empty (4.2). */
function readFileObject(file: unknown, path: string): FileSource | Issue {
  const parsed = fileObject.safeParse(file);
  const { type, url, object, file_token: token } = parsed.data ?? {};
  if (token) {
    return fileToken.safeParse(token).success
      ? { kind: 'token', token }
      : issue(`${path}.file_token`, ruleMessage('source.token-invalid'));
  }
  if (url) {
    return /^https?:\/\//i.test(url)
      ? { kind: 'url', url, type: type ?? null }
      : issue(`${path}.url`, ruleMessage('source.url-scheme', { field: `${path}.url` }));
  }
  if (object) return { kind: 'object', bucket: object.bucket, key: object.key };
  return issue(path, ruleMessage('source.file-empty'));
}

/** Parses a task reference in its own field or in `input`, which real clients always use. */
function readTaskReference(field: string, body: Body, isTaskId: IsTaskId): RequestSource | Issue {
  const name = body[field] === undefined && body['input'] !== undefined ? 'input' : field;
  const value = body[name];
  if (value === undefined || value === '') return issue(field, ruleMessage('rule.required', { field }), '4.4');
  return isTaskId(value) ? { kind: 'task', taskId: value } : noTaskId(name);
}

function noTaskId(path: string): Issue {
  return issue(path, ruleMessage('source.task-id', { field: path }));
}

function issue(path: string, detail: Message, section: string = SECTION): Issue {
  return { code: 1004, path, message: toRuleText(detail), detail, section };
}
