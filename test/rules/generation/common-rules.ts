import type { Request, Rule } from './request.ts';
import { badParameter, is3d, isImage, isInteger, isObject, notEntitled, sent } from './request.ts';

/** 4.1: `priority` is an integer from 1 to 3. */
export const rule41PriorityWindow: Rule = (request) => {
  const { priority } = request.body;
  if (!sent(request, 'priority')) return null;
  return isInteger(priority) && priority >= 1 && priority <= 3 ? null : badParameter('4.1 priority is 1 to 3');
};

/** 4.1: a tier above the account's own is 2013. */
export const rule41PriorityEntitlement: Rule = ({ body, entitled }) => {
  const { priority } = body;
  if (!isInteger(priority) || priority < 1 || priority > 3) return null;
  return priority > entitled.priority ? notEntitled('4.1 priority depends on the account') : null;
};

/** 4.1: `parameters` is a map. */
export const rule41Parameters: Rule = (request) =>
  sent(request, 'parameters') && !isObject(request.body.parameters) ? badParameter('4.1 parameters is a map') : null;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const token = /^file_.+$/;

/** 2.5, 4.2: a string is a bare task id, in the place of a source only. */
export function isTaskId(value: unknown): boolean {
  return typeof value === 'string' && uuid.test(value);
}

function isUrl(value: unknown): boolean {
  // 4.2 with our reading: https to a public address.
  return (
    typeof value === 'string' && value.startsWith('https://') && !/^https:\/\/(localhost|127\.|10\.|\[::1)/.test(value)
  );
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && token.test(value);
}

/** 4.2, last two rows: a file object names a token, a URL or an object; a bare UUID is no token (2.5) and `data` counts for nothing. */
export function isFileObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value.type !== undefined && typeof value.type !== 'string') return false;
  if (value.file_token !== undefined) return isToken(value.file_token);
  if (value.url !== undefined) return isUrl(value.url);
  const { object } = value;
  return isObject(object) && typeof object.bucket === 'string' && typeof object.key === 'string';
}

/** 4.2, first row: a string source is a token, a URL or a bare task id; `data:` and prefixed task ids are nothing of these. */
export function isStringInput(value: unknown): boolean {
  return isToken(value) || isUrl(value) || isTaskId(value);
}

/** 4.2: a single image comes as a string `input` or a file object `file`. */
export const rule42SingleSource: Rule = (request) => {
  const single = ['image_to_model', 'generate_multiview_image', 'image_to_splat'];
  if (!single.includes(request.operation)) return null;
  const { input, file } = request.body;
  if (sent(request, 'input') && !isStringInput(input)) return badParameter('4.2 input is a token, a URL or a task id');
  if (sent(request, 'file') && !isFileObject(file)) return badParameter('4.2 file specifies url, object or file_token');
  return sent(request, 'input') || sent(request, 'file') ? null : badParameter('4.2 an image is needed');
};

/** 4.3, both tables: `style_image` is a token, a URL or a file object, never a task. */
export const rule43StyleImage: Rule = (request) => {
  if (!is3d(request) && request.operation !== 'text_to_image') return null;
  if (!sent(request, 'style_image')) return null;
  const { style_image: image } = request.body;
  return isToken(image) || isUrl(image) || isFileObject(image) ? null : badParameter('4.3 style_image is a file');
};

/** 4.3: fields the document calls boolean take nothing else; our reading: an alias beside its field is not read. */
export const rule43Booleans: Rule = (request) =>
  typed(request, booleans(request), (value) => typeof value === 'boolean');

/** 4.3: fields the document calls integers take nothing else. */
export const rule43Integers: Rule = (request) => {
  if (!is3d(request)) return null;
  const fields = ['face_limit', 'model_seed', 'texture_seed'];
  if (request.operation === 'text_to_model') fields.push('image_seed');
  return typed(request, fields, isInteger);
};

/** 4.3: fields the document calls strings, without more, take any string. */
export const rule43Strings: Rule = (request) => {
  const fields: string[] = [];
  if (request.operation === 'image_to_model') fields.push('mode');
  if (request.operation === 'text_to_image') fields.push('negative_prompt');
  if (isImage(request)) fields.push('size', 'aspect_ratio', 'prompt');
  return typed(request, fields, (value) => typeof value === 'string');
};

function booleans(request: Request): string[] {
  const fields: string[] = [];
  if (is3d(request)) {
    fields.push('texture', 'pbr', 'delight', 'quad', 'smart_low_poly', 'generate_parts', 'return_multiview');
    fields.push('export_uv', 'render_sequence', 'render_video', 'check_printable');
    if (request.operation !== 'text_to_model') fields.push('auto_size');
    if (request.operation !== 'text_to_model') fields.push(autofix(request));
    if (request.operation === 'multiview_to_model') fields.push('orthographic_projection');
  }
  if (isImage(request)) fields.push('watermark');
  if (request.operation === 'image_to_image') fields.push('t_pose', 'sketch_to_render');
  return fields;
}

function autofix(request: Request): string {
  return sent(request, 'enable_image_autofix') ? 'enable_image_autofix' : 'image_autofix';
}

function typed(request: Request, fields: readonly string[], fits: (value: unknown) => boolean) {
  const wrong = fields.find((field) => sent(request, field) && !fits(request.body[field]));
  return wrong === undefined ? null : badParameter(`4.3 ${wrong} has its type`);
}

/** The rules that hold for more than one family of operations. */
export const COMMON_RULES: readonly Rule[] = [
  rule41PriorityWindow,
  rule41PriorityEntitlement,
  rule41Parameters,
  rule42SingleSource,
  rule43StyleImage,
  rule43Booleans,
  rule43Integers,
  rule43Strings,
];
