import type { Operation } from './request.ts';
import { isImage, type Request } from './request.ts';
import { IMAGE_MODELS } from './image-rules.ts';
import { MODELS_3D } from './model-rules.ts';

/** Values worth trying in one field; which of them are right is the oracle's to say. */
export type Values = readonly unknown[];

/** A task id nobody has. */
const TASK = '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11';

const letters = (count: number) => 'x'.repeat(count);
const flags: Values = [true, false, null, 0, 1, 'true', 'false', '', [], {}];
const words = (...known: string[]): Values => [
  ...known,
  ...known.map((word) => word.toUpperCase()).filter((word) => !known.includes(word)),
  'other',
  ` ${known[0] ?? ''}`,
  null,
  0,
  true,
  [known[0]],
  {},
];
const numbers = (...edges: number[]): Values => [
  ...edges.flatMap((edge) => [edge - 1, edge, edge + 1]),
  2.5,
  1e308,
  '100',
  null,
  true,
  [],
];

const COMMON: Readonly<Record<string, Values>> = {
  priority: [1, 2, 3, 0, 4, -1, 1.5, '1', null, true],
  parameters: [{}, { steps: 3, deep: { a: [1] } }, [], 'a', 1, null],
  type: ['image_to_model', 7, null],
  enable_audit: [true, 'x', null],
  client_ref: ['abc', { any: [1] }, null],
};

/** Images as a request names them: some right, some not. */
const FILE_OBJECTS: Values = [
  { type: 'png', file_token: 'file_a' },
  { type: 'png', url: 'https://pictures.dropforge.dev/a.png' },
  { object: { bucket: 'b', key: 'k' } },
  { type: 'png', file_token: TASK },
  { type: 'png', data: 'aGVsbG8=' },
  { type: 7, file_token: 'file_a' },
  { object: { bucket: 'b' } },
  {},
  [],
  null,
  7,
];

const STRING_INPUTS: Values = [
  'file_a',
  'https://pictures.dropforge.dev/a.png',
  TASK,
  `task_${TASK}`,
  `${TASK}0`,
  'data:image/png;base64,aGVsbG8=',
  'ftp://pictures.dropforge.dev/a.png',
  'file_',
  'a.png',
  null,
  7,
  true,
  ['file_a'],
];

const THREE_D: Readonly<Record<string, Values>> = {
  model: words(...MODELS_3D, 'seedream_v5'),
  texture: flags,
  pbr: flags,
  texture_quality: words('standard', 'detailed', 'extreme', 'fast'),
  texture_version: words('v3.5-20260815', 'v3.0-20250812', 'v2.5-20250123'),
  delight: flags,
  geometry_quality: words('standard', 'detailed'),
  face_limit: numbers(0, 48, 50, 500, 10_000, 20_000, 25_000, 50_000),
  quad: flags,
  smart_low_poly: flags,
  generate_parts: flags,
  compress: ['', ...words('geometry')],
  return_multiview: flags,
  export_uv: flags,
  render_sequence: flags,
  render_video: flags,
  model_seed: numbers(0, 2 ** 31),
  texture_seed: numbers(0, 2 ** 31),
  check_printable: flags,
  style_image: ['file_a', TASK, 'data:image/png;base64,aGVsbG8=', ...FILE_OBJECTS],
  // In a text-to-model these are unknown fields.
  texture_alignment: words('original_image', 'geometry'),
  orientation: words('default', 'align_image'),
  auto_size: flags,
  enable_image_autofix: flags,
  mode: ['any', '', null, 7, {}],
  orthographic_projection: flags,
  image_seed: numbers(0, 2 ** 31),
  negative_prompt: ['x', letters(255), letters(256), '', null, 7],
};

const file = (number: number) => ({ type: 'png', file_token: `file_${number}` });

const IMAGE: Readonly<Record<string, Values>> = {
  model: words(...Object.keys(IMAGE_MODELS), ...MODELS_3D, 'gpt-image-1', 'gemini-2.5-flash-image', 'seedream-4-0'),
  prompt: ['x', letters(1800), letters(1801), '', null, 7, []],
  template: words('t_pose', 'character_completion', '3d_enhance', 'variants', 'figure'),
  size: [
    '2K',
    'huge',
    'auto',
    '1024x1024',
    '1040x640',
    '1024x640',
    '3840x2160',
    '3840x2176',
    '3856x1600',
    '3840x1280',
    '3840x1264',
    '640x1024',
    '816x816',
    '800x816',
    '1000x1024',
    null,
    1024,
    {},
  ],
  aspect_ratio: ['1:1', '16:9', null, 1, []],
  output_format: words('png', 'jpeg'),
  watermark: flags,
  quality: words('low', 'medium', 'high', 'xhigh', 'max'),
  background: words('auto', 'opaque', 'transparent'),
  t_pose: flags,
  sketch_to_render: flags,
};

const views = (...filled: number[]) => [0, 1, 2, 3].map((slot) => (filled.includes(slot) ? file(slot) : {}));
const edits = (count: number, patch: object = {}) =>
  ['front', 'left', 'back', 'right', 'front'].slice(0, count).map((view) => ({ view, prompt: 'a hat', ...patch }));

/** Right and wrong views of a multi-view request, each as the fields that carry them. */
const VIEW_SOURCES: readonly Readonly<Record<string, unknown>>[] = [
  ...[views(0, 1), views(0, 1, 2, 3), views(0, 3), views(0), views(1, 2, 3), views(), [], views(0, 1).slice(0, 3)],
  ...[[...views(0, 1), {}], [file(0), 7, file(1), {}], [file(0), { data: 'eA==' }, file(1), {}], null, 'file_a', {}],
].map((files): Readonly<Record<string, unknown>> => ({ files }));

/** The same as `inputs`. */
const VIEW_INPUTS: readonly Readonly<Record<string, unknown>>[] = [
  ['file_a', '', 'file_b', ''],
  ['file_a', 'file_b'],
  ['file_a', TASK],
  ['file_a', 'file_b', 'file_c', 'file_d'],
  ['file_a', 'file_b', 'file_c', 'file_d', 'file_e'],
  ['', 'file_b', 'file_c', ''],
  ['file_a', '', '', ''],
  ['file_a', 'data:image/png;base64,eA=='],
  ['file_a', 7],
  [{ task_id: TASK }],
  [{ task_id: 'file_a' }],
  [{ task_id: TASK }, { task_id: TASK }],
  [{ task_id: TASK }, '', { task_id: TASK }, ''],
  ['', { task_id: TASK }, { task_id: TASK }],
  ['file_a', { task_id: TASK }],
  ['file_a', { task_id: `task_${TASK}` }],
  ['file_a', { task_id: 'file_b' }],
  [{ front: 'file_a' }, { back: 'file_b' }],
  [{ back: TASK }, { front: 'https://pictures.dropforge.dev/a.png' }],
  [{ front: file(0), left: file(1) }],
  [{ front: 'file_a' }],
  [{ left: 'file_a' }, { right: 'file_b' }],
  [{ front: 'file_a' }, { top: 'file_b' }],
  [{ front: 'file_a' }, { back: 'file_' }],
  [],
  null,
  'file_a',
  { front: 'file_a', back: 'file_b' },
].map((inputs) => ({ inputs }));

/** Every field worth trying on an operation, with its values; sources stand in SOURCES. */
export const FIELDS: Readonly<Record<Operation, Readonly<Record<string, Values>>>> = {
  text_to_model: { ...COMMON, ...THREE_D, prompt: ['x', letters(1024), letters(1025), '', null, 7, {}] },
  image_to_model: { ...COMMON, ...THREE_D, image_autofix: flags },
  multiview_to_model: { ...COMMON, ...THREE_D },
  text_to_image: {
    ...COMMON,
    ...IMAGE,
    negative_prompt: ['x', '', null, 7],
    style_image: ['file_a', TASK, ...FILE_OBJECTS],
  },
  image_to_image: { ...COMMON, ...IMAGE },
  generate_multiview_image: { ...COMMON, prompt: ['x'] },
  edit_multiview_image: {
    ...COMMON,
    model: ['seedream_v5', 7, null],
    original_task_id: [TASK, `task_${TASK}`, 'file_a', '', null, 7],
    prompts: [
      ...[1, 2, 4, 5, 0].map((count) => edits(count)),
      [...edits(1), ...edits(1)],
      edits(1, { prompt: letters(1024) }),
      edits(1, { prompt: letters(1025) }),
      edits(1, { prompt: '' }),
      edits(1, { prompt: 7 }),
      edits(1, { view: 'top' }),
      edits(1, { view: null }),
      edits(1, { note: 'kept' }),
      ['front'],
      [null],
      null,
      'front',
      { front: 'a hat' },
    ],
  },
  image_to_splat: { ...COMMON },
};

const single = [
  ...STRING_INPUTS.map((input) => ({ input })),
  ...FILE_OBJECTS.map((one) => ({ file: one })),
  {},
] as const;

/** What each operation may be given to work on, right and wrong; the first one is right. */
export const SOURCES: Readonly<Record<Operation, readonly Readonly<Record<string, unknown>>[]>> = {
  text_to_model: [{ prompt: 'a red stool' }],
  image_to_model: single,
  multiview_to_model: [
    ...VIEW_SOURCES,
    ...VIEW_INPUTS,
    { original_model_task_id: TASK },
    { original_model_task_id: TASK, files: 'rubbish' },
    { original_model_task_id: `task_${TASK}`, files: views(0, 1) },
    { original_model_task_id: 7 },
    { original_model_task_id: null, files: views(0, 1) },
    { original_task_id: TASK },
    {},
  ],
  text_to_image: [{ prompt: 'a red stool' }],
  image_to_image: [
    ...single,
    ...[1, 4, 5, 10, 11, 16, 17].map((count) => ({ files: Array.from({ length: count }, (_, index) => file(index)) })),
    { files: [] },
    { files: [file(0), {}] },
    { files: 'file_a' },
    { files: [7] },
    { files: null },
  ],
  generate_multiview_image: single,
  edit_multiview_image: [{ original_task_id: TASK, prompts: edits(1) }],
  image_to_splat: single,
};

const maybe = [undefined, true, false] as const;
const FORMS_3D = [
  { face_limit: THREE_D.face_limit ?? [], quad: maybe, smart_low_poly: maybe },
  {
    ...{ texture: maybe, pbr: maybe, generate_parts: maybe },
    texture_quality: [undefined, 'standard', 'extreme', 'fast'],
    texture_version: [undefined, 'v3.5-20260815', 'v3.0-20250812'],
  },
  { enable_image_autofix: [undefined, true, 'x'], image_autofix: [undefined, false, 'x'] },
];
const FORMS_IMAGE = [
  { background: [undefined, 'opaque', 'transparent'], output_format: [undefined, 'png', 'jpeg'] },
  { prompt: [undefined, '', 'x'], template: [undefined, 'figure', 'other'] },
];

/** Fields whose rules speak of each other, to be tried in every combination; undefined is left out. */
export const GRIDS: Readonly<Partial<Record<Operation, readonly Readonly<Record<string, Values>>[]>>> = {
  text_to_model: FORMS_3D,
  image_to_model: FORMS_3D,
  multiview_to_model: FORMS_3D,
  text_to_image: FORMS_IMAGE,
  image_to_image: FORMS_IMAGE,
};

/** A request the document accepts, in either region on any day. */
export function plainBody(operation: Operation): Readonly<Record<string, unknown>> {
  const source = SOURCES[operation][0];
  if (operation.endsWith('_to_model')) return { model: MODELS_3D[0], ...source };
  return isImage({ operation } as Request) ? { prompt: 'a red stool', ...source } : { ...source };
}
