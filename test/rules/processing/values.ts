import type { Body } from './rule.ts';
import { PROCESSING } from './oracle.ts';

/** The name of a processing operation. */
export type Name = keyof typeof PROCESSING;

/** A task every operation may work on, and tokens of an image and of a model. */
export const TASK = '0b51e3d4-6f3c-4d6e-9d3c-0a4d6d3e7b10';
export const PICTURE = 'file_picture';
export const MODEL = 'file_model';

const PUBLIC_URL = 'https://pictures.dropforge.dev/a.png';
const DATA = 'data:image/png;base64,iVBORw0KGgo=';

type Values = readonly unknown[];

const flags: Values = [true, false, null, 0, 1, 'true', 'false', '', [], {}];
const wholes = (...values: number[]): Values => [...values, null, 1.5, 1e308, '1000', true, [], {}];
const numbers = (...values: number[]): Values => [...values, null, 1e308, '0.5', true, [], {}];
const words = (...values: string[]): Values => [
  ...values,
  ...values.flatMap((value) => [`${value} `, value === '' ? 'none' : value.toUpperCase().replace(value, `${value}x`)]),
  null,
  7,
  true,
  [],
  {},
  [values[0]],
];
const names: Values = [['head'], ['head', 'left arm'], null, 'head', 7, {}, [7], ['head', null]];

const pictures: Values = [
  PICTURE,
  PUBLIC_URL,
  { type: 'png', file_token: PICTURE },
  { file_token: PICTURE },
  { type: 'png', url: PUBLIC_URL },
  { object: { bucket: 'b', key: 'k' } },
  { object: { bucket: 'b' } },
  { object: 'b/k' },
  { data: DATA },
  { type: 'png' },
  { type: 'png', url: 7 },
  { type: 'png', file_token: TASK },
  {},
  [],
  TASK,
  DATA,
  '',
  'picture.png',
  'ftp://pictures.dropforge.dev/a.png',
  null,
  7,
  true,
];

const letters = (count: number) => 'a'.repeat(count);

const prompts: Values = [
  ...['x', letters(1024), letters(1025), '', null, 7, ['x']].map((text) => ({ text })),
  ...pictures.map((image) => ({ image })),
  ...[0, 1, 3, 4, 5].map((count) => ({ images: Array<unknown>(count).fill(PICTURE) })),
  ...pictures.map((image) => ({ images: [PICTURE, PUBLIC_URL, { file_token: PICTURE }, image] })),
  { images: PICTURE },
  { text: 'x', image: PICTURE },
  { image: PICTURE, images: Array<unknown>(4).fill(PICTURE) },
  { text: 'x', mood: 'calm' },
  {},
  { prompt: 'x' },
  'x',
  7,
  null,
  [],
  [{ text: 'x' }],
];

/** Fields of every creation call, and some that no call knows. */
export const COMMON = {
  priority: [1, 2, 3, 0, 4, -1, 1.5, 1e308, '1', null, true, []],
  parameters: [{}, { steps: 3, deep: { a: [1] } }, [], 'a', 1, null, true],
  type: ['text_to_model', 7, null, {}],
  enable_audit: [true, 'x', null],
  client_ref: ['abc', { any: [1] }, null],
  rough_model_task_id: [TASK, null],
} as const;

const models = (...values: string[]): Values => [...words(...values), 'v2.0-20250506', 'P1-20260311', 'v9'];

/** Right and wrong values of each field beside the source; what the document leaves open is not among them. */
export const FIELDS: Readonly<Record<Name, Readonly<Record<string, Values>>>> = {
  texture_model: {
    ...COMMON,
    model: models('v3.0-20250812', 'v2.5-20250123', 'v3.5-20260815'),
    texture_prompt: prompts,
    texture: flags,
    pbr: flags,
    texture_quality: words('standard', 'detailed', 'extreme', 'fast'),
    delight: flags,
    texture_alignment: words('original_image', 'geometry'),
    texture_seed: wholes(0, 1, 2_147_483_647),
    bake: flags,
    part_names: names,
    compress: words('', 'geometry'),
    return_multiview: flags,
  },
  refine_model: { ...COMMON },
  stylize_model: {
    ...COMMON,
    style: words('lego', 'voxel', 'voronoi', 'minecraft', 'keyring', 'fridge_magnet', 'keycap'),
    block_size: numbers(0.5, 2, 40),
    vxc: flags,
    render_image: flags,
  },
  convert_model: {
    ...COMMON,
    format: [
      ...words('GLTF', 'USDZ', 'FBX', 'OBJ', 'STL', '3MF'),
      ...['gltf', 'Usdz', 'fbX', 'obj', 'stl', '3mf', 'glb', 'ply', '.fbx', ''],
    ],
    texture_format: words('BMP', 'DPX', 'HDR', 'JPEG', 'OPEN_EXR', 'PNG', 'TARGA', 'TIFF', 'WEBP'),
    quad: flags,
    face_limit: wholes(500, 10_000, 200_000),
    flatten_bottom: flags,
    flatten_bottom_threshold: numbers(0.05, 0.5),
    texture_size: wholes(512, 4096),
    pivot_to_center_bottom: flags,
    scale_factor: numbers(0.5, 2, 100),
    force_symmetry: flags,
    bake: flags,
    pack_uv: flags,
    part_names: names,
    with_animation: flags,
    animate_in_place: flags,
    export_vertex_colors: flags,
    export_orientation: [...words('+x', '-x', '+y', '-y'), '+z', '-z', 'x'],
    fbx_preset: words('blender', '3dsmax', 'mixamo'),
  },
  import_model: { ...COMMON },
  rig_check: { ...COMMON },
  rig_model: {
    ...COMMON,
    model: models('v1.0-20240301', 'v2.5-20260210'),
    out_format: words('glb', 'fbx'),
    spec: [...words('mixamo', 'tripo'), 'tripo_spec'],
    rig_type: ['biped', 'quadruped', null, 7, true, [], {}],
    topology: ['biped', 'octopod', null, 7, true, [], {}],
  },
  retarget_animation: {
    ...COMMON,
    animation: ['preset:idle', 'preset:quadruped:walk', null, 7, true, ['preset:idle'], {}],
    animations: [
      ...[0, 1, 2, 5, 6].map((count) => Array<string>(count).fill('preset:walk')),
      ...[null, 'preset:idle', 7, {}, [7], ['preset:idle', null]],
    ],
    out_format: words('glb', 'fbx'),
    bake_animation: flags,
    export_with_geometry: flags,
    render_video: flags,
    animate_in_place: flags,
  },
  segment_mesh: {
    ...COMMON,
    model: models('v1.0-20250506', 'v2.0-20260430'),
    // Whether a file object may stand here as well the document leaves open.
    ref_image: [PICTURE, PUBLIC_URL, TASK, DATA, '', 'picture.png', 'ftp://a.dev/a.png', null, 7, true, [], {}],
  },
  complete_mesh: { ...COMMON, part_names: names },
  decimate_mesh: {
    ...COMMON,
    model: models('v2.0', 'v1.0', 'v3.0', 'P-v1.0-20250506', 'P-v2.0-20251225'),
    quad: flags,
    face_limit: wholes(499, 500, 501, 9_999, 10_000, 10_001, 19_999, 20_000, 20_001, 0, -1),
    part_names: names,
    bake: flags,
    smart_uv: flags,
  },
  unwrap_uv: { ...COMMON },
  smart_segment: { ...COMMON },
};

/** The shortest right body of an operation without its source. */
export const PLAIN: Readonly<Partial<Record<Name, Body>>> = {
  stylize_model: { style: 'lego' },
  convert_model: { format: 'GLTF' },
  retarget_animation: { animation: 'preset:idle' },
};

/** Right and wrong ways to name the source of an operation, the first of them right. */
export function sourcesOf(name: Name): readonly Body[] {
  if (name === 'import_model') {
    return [
      { input: MODEL },
      { file: { type: 'glb', file_token: MODEL } },
      ...[TASK, PUBLIC_URL, DATA, 'file_', 'model.glb', '', null, 7, [MODEL], {}].map((input) => ({ input })),
      ...[
        { type: 'glb', url: PUBLIC_URL },
        { object: { bucket: 'b', key: 'k' } },
        { data: DATA },
        { type: 'glb', file_token: TASK },
        { type: 'glb', file_token: null },
        { type: 'glb' },
        {},
        null,
        7,
      ].map((file) => ({ file })),
      { original_model_task_id: TASK },
      {},
    ];
  }
  const field = name === 'refine_model' ? 'draft_model_task_id' : 'original_model_task_id';
  const wrong = [`task_${TASK}`, MODEL, PUBLIC_URL, DATA, '', TASK.slice(1), null, 7, true, [TASK], { task_id: TASK }];
  return [
    { [field]: TASK },
    { input: TASK },
    ...wrong.flatMap((value) => [{ [field]: value }, { input: value }]),
    { rough_model_task_id: TASK },
    { file: { type: 'glb', file_token: MODEL } },
    {},
  ];
}
