import { badParameter, isGiven, isMap, isOneOf, isString, isWhole, typed } from './rule.ts';
import type { Body, Rule, World } from './rule.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const TOKEN = /^file_.+$/u;

/** The kinds of task whose output is a model (2.3 and 4.4). */
export const MODEL_TASKS = [
  'text_to_model',
  'image_to_model',
  'multiview_to_model',
  'texture_model',
  'refine_model',
  'stylize_model',
  'convert_model',
  'import_model',
  'rig_model',
  'retarget_animation',
  'segment_mesh',
  'complete_mesh',
  'decimate_mesh',
  'unwrap_uv',
] as const;

/** 4.1: the rules every creation call has. */
export const commonRules: readonly Rule[] = [
  badParameter('4.1: priority is an integer from 1 to 3', ({ priority }) =>
    priority === undefined ? false : !(isWhole(priority) && priority >= 1 && priority <= 3),
  ),
  {
    name: '4.1: a priority above the account is refused with 2013',
    code: 2013,
    status: 403,
    isBroken: ({ priority }, { entitlements }) =>
      isWhole(priority) && priority <= 3 && priority > entitlements.priority,
  },
  ...typed('4.1', 'a generic map', isMap, 'parameters'),
];

/** The task a processing body refers to: the named field, or a bare UUID in `input` (2.5, 4.2, peers). */
function sourceOf(body: Body, field: string): unknown {
  return isGiven(body, field) ? body[field] : body['input'];
}

/** 4.4: the rules of a source task: there must be one, it must exist, and be of a kind the operation takes. */
export function sourceRules(section: string, field: string, kinds: readonly string[]): readonly Rule[] {
  const taskOf = (body: Body, world: World) => world.tasks[String(sourceOf(body, field))];
  const isReference = (body: Body) => {
    const source = sourceOf(body, field);
    return isString(source) && UUID.test(source);
  };
  return [
    badParameter(
      `${section}: a source task is required in ${field} or input, as a bare UUID`,
      (body) => !isReference(body),
    ),
    {
      name: `${section}: a source task that does not exist is 2001`,
      code: 2001,
      status: 404,
      isBroken: (body, world) => isReference(body) && taskOf(body, world) === undefined,
    },
    {
      // The document gives 2002 to 2009 to input errors without naming them one by one.
      name: `${section}: a source task of another kind than ${kinds.join(', ')} is an input error`,
      code: 2002,
      status: 400,
      isBroken: (body, world) => {
        const task = taskOf(body, world);
        return task !== undefined && !kinds.includes(task.type);
      },
    },
    {
      name: `${section}: a source task that has not succeeded is an input error`,
      code: 2006,
      status: 400,
      isBroken: (body, world) => (taskOf(body, world)?.status ?? 'success') !== 'success',
    },
  ];
}

const IMAGE_TYPES = isOneOf('jpeg', 'jpg', 'png', 'webp', 'bmp', 'tiff');
const isPublicUrl = (value: string) => /^https:\/\/[^/]+\.[a-z]+\//u.test(value);
const isImageToken = (value: string, world: World) => TOKEN.test(value) && IMAGE_TYPES(world.tokens[value]);

/** 4.2: a string that is to give an image: a live token or a public https URL; never data:, a task, or nothing. */
export function isImageString(value: unknown, world: World): boolean {
  return isString(value) && (isPublicUrl(value) || isImageToken(value, world));
}

/** 4.2: an image as a string or a file object, which names file_token, url or object; data is treated as empty. */
export function isImageInput(value: unknown, world: World): boolean {
  if (!isMap(value)) {
    return isImageString(value, world);
  }
  if (value['file_token'] !== undefined) {
    return isString(value['file_token']) && isImageToken(value['file_token'], world);
  }
  if (value['url'] !== undefined) {
    return isString(value['url']) && isPublicUrl(value['url']);
  }
  const object = value['object'];
  return isMap(object) && isString(object['bucket']) && isString(object['key']);
}

/** 4.4 import: a live token of a model file; nothing else is accepted. */
export function isModelToken(value: unknown, world: World): boolean {
  return (
    isString(value) &&
    TOKEN.test(value) &&
    isOneOf('glb', 'gltf', 'fbx', 'obj', 'stl', '3mf', 'usdz')(world.tokens[value])
  );
}
