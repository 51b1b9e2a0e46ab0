/** The eight operations of section 4.3, by the type of the task they make. */
export type Operation =
  | 'text_to_model'
  | 'image_to_model'
  | 'multiview_to_model'
  | 'text_to_image'
  | 'image_to_image'
  | 'generate_multiview_image'
  | 'edit_multiview_image'
  | 'image_to_splat';

/** A creation call as the document sees it; `day` is the UTC date it is sent on. */
export interface Request {
  readonly operation: Operation;
  readonly region: 'international' | 'china';
  readonly day: string;
  readonly entitled: { readonly priority: number; readonly checkPrintable: boolean };
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the document answers a request that breaks one of its rules; `rule` names the rule and its section. */
export interface Refusal {
  readonly rule: string;
  readonly code: number;
  readonly http: number;
}

/** One rule of the document. */
export type Rule = (request: Request) => Refusal | null;

/** Path of each operation's endpoint: the first table of section 4.3. */
export const PATHS: Readonly<Record<Operation, string>> = {
  text_to_model: '/v3/generation/text-to-model',
  image_to_model: '/v3/generation/image-to-model',
  multiview_to_model: '/v3/generation/multiview-to-model',
  text_to_image: '/v3/generation/text-to-image',
  image_to_image: '/v3/generation/image-to-image',
  generate_multiview_image: '/v3/generation/image-to-multiview',
  edit_multiview_image: '/v3/generation/edit-multiview',
  image_to_splat: '/v3/generation/image-to-splat',
};

/** Section 7: a bad parameter is code 1004 and HTTP 400. */
export function badParameter(rule: string): Refusal {
  return { rule, code: 1004, http: 400 };
}

/** Section 4.1: beyond what the account may do is code 2013; the document gives no HTTP status, ours is 403. */
export function notEntitled(rule: string): Refusal {
  return { rule, code: 2013, http: 403 };
}

/** Whether a field was sent at all; null counts as sent. */
export function sent(request: Request, field: string): boolean {
  return Object.hasOwn(request.body, field) && request.body[field] !== undefined;
}

/** Whether the request makes a model of a text, an image or several views. */
export function is3d({ operation }: Request): boolean {
  return ['text_to_model', 'image_to_model', 'multiview_to_model'].includes(operation);
}

/** Whether the request is one of the two that choose among the image models. */
export function isImage({ operation }: Request): boolean {
  return operation === 'text_to_image' || operation === 'image_to_image';
}

/** Section 4.1: the model selector under either of its names. */
export function selector({ body }: Request): unknown {
  return body.model === undefined ? body.model_version : body.model;
}

/** An integer a JSON number can carry exactly. */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** A JSON object: no array, no null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
