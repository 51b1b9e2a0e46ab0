import { isImageInput, isModelToken, MODEL_TASKS, sourceRules } from './source-rules.ts';
import {
  badParameter,
  fails,
  isBoolean,
  isGiven,
  isMap,
  isNumber,
  isOneOf,
  isString,
  isStrings,
  isWhole,
  typed,
} from './rule.ts';
import type { Body, Rule } from './rule.ts';

/** The texture model in force: `model`, else its alias (4.1), else the default (section 9). */
function textureModel(body: Body): unknown {
  return body['model'] ?? body['model_version'] ?? 'v3.0-20250812';
}

const T = '4.4 texture';
/** 4.4 texture: every rule of its row. */
export const textureRules: readonly Rule[] = [
  ...sourceRules(T, 'original_model_task_id', MODEL_TASKS),
  ...typed(
    T,
    'one of three versions',
    isOneOf('v3.0-20250812', 'v2.5-20250123', 'v3.5-20260815'),
    'model',
    'model_version',
  ),
  badParameter(`${T}: texture_prompt is an object with exactly one of text, image, images`, (body) =>
    fails(
      body,
      'texture_prompt',
      (prompt) => isMap(prompt) && ['text', 'image', 'images'].filter((key) => isGiven(prompt, key)).length === 1,
    ),
  ),
  badParameter(
    `${T}: texture_prompt.text is a text of 1 to 1024 characters (section 8)`,
    ({ texture_prompt: prompt }) =>
      isMap(prompt) && fails(prompt, 'text', (text) => isString(text) && text.length >= 1 && text.length <= 1024),
  ),
  badParameter(
    `${T}: texture_prompt.image is an image`,
    ({ texture_prompt: prompt }, world) =>
      isMap(prompt) && fails(prompt, 'image', (image) => isImageInput(image, world)),
  ),
  badParameter(
    `${T}: texture_prompt.images are exactly four images`,
    ({ texture_prompt: prompt }, world) =>
      isMap(prompt) &&
      fails(
        prompt,
        'images',
        (images) => Array.isArray(images) && images.length === 4 && images.every((image) => isImageInput(image, world)),
      ),
  ),
  ...typed(T, 'true or false', isBoolean, 'texture', 'pbr', 'delight', 'bake', 'return_multiview'),
  ...typed(T, 'a known quality', isOneOf('standard', 'detailed', 'extreme', 'fast'), 'texture_quality'),
  badParameter(
    `${T}: fast works on v3.5 only`,
    (body) => body['texture_quality'] === 'fast' && textureModel(body) !== 'v3.5-20260815',
  ),
  ...typed(T, 'original_image or geometry', isOneOf('original_image', 'geometry'), 'texture_alignment'),
  ...typed(T, 'an integer', isWhole, 'texture_seed'),
  ...typed(T, 'a list of names', isStrings, 'part_names'),
  ...typed(T, 'empty or geometry', isOneOf('', 'geometry'), 'compress'),
];

const F = '4.4 refine';
/** 4.4 refine: only a text_to_model draft; `rough_model_task_id` is no name of it. */
export const refineRules: readonly Rule[] = sourceRules(F, 'draft_model_task_id', ['text_to_model']);

const S = '4.4 stylize';
/** 4.4 stylize: every rule of its row. */
export const stylizeRules: readonly Rule[] = [
  ...sourceRules(S, 'original_model_task_id', MODEL_TASKS),
  ...typed(
    S,
    'one of seven styles',
    isOneOf('lego', 'voxel', 'voronoi', 'minecraft', 'keyring', 'fridge_magnet', 'keycap'),
    'style',
  ),
  ...typed(S, 'a number', isNumber, 'block_size'),
  ...typed(S, 'true or false', isBoolean, 'vxc', 'render_image'),
  {
    name: `${S}: vxc is entitlement-gated`,
    code: 2013,
    status: 403,
    isBroken: ({ vxc }, { entitlements }) => vxc === true && !entitlements.vxc,
  },
];

const isFormat = (value: unknown): value is string =>
  isString(value) && ['GLTF', 'USDZ', 'FBX', 'OBJ', 'STL', '3MF'].includes(value.toUpperCase());

const C = '4.4 convert';
/** 4.4 convert: every rule of its row. */
export const convertRules: readonly Rule[] = [
  ...sourceRules(C, 'original_model_task_id', MODEL_TASKS),
  badParameter(`${C}: format is required, one of six, in any case`, ({ format }) => !isFormat(format)),
  ...typed(
    C,
    'one of nine picture formats',
    isOneOf('BMP', 'DPX', 'HDR', 'JPEG', 'OPEN_EXR', 'PNG', 'TARGA', 'TIFF', 'WEBP'),
    'texture_format',
  ),
  ...typed(
    C,
    'true or false',
    isBoolean,
    'quad',
    'flatten_bottom',
    'pivot_to_center_bottom',
    'force_symmetry',
    'bake',
    'pack_uv',
    'with_animation',
    'animate_in_place',
    'export_vertex_colors',
  ),
  ...typed(C, 'an integer', isWhole, 'face_limit', 'texture_size'),
  ...typed(C, 'a number', isNumber, 'flatten_bottom_threshold', 'scale_factor'),
  ...typed(C, 'a list of names', isStrings, 'part_names'),
  badParameter(
    `${C}: export_vertex_colors is for OBJ and GLTF only`,
    ({ export_vertex_colors: colors, format }) =>
      colors === true && isFormat(format) && !['OBJ', 'GLTF'].includes(format.toUpperCase()),
  ),
  ...typed(C, 'one of four directions', isOneOf('+x', '-x', '+y', '-y'), 'export_orientation'),
  ...typed(C, 'blender, 3dsmax or mixamo', isOneOf('blender', '3dsmax', 'mixamo'), 'fbx_preset'),
];

/** 4.4 import: a token of a model file, in `file` or `input`. */
export const importRules: readonly Rule[] = [
  badParameter(
    '4.4 import: file {type, file_token} or input gives a live model token; nothing else does',
    (body, world) => {
      const { file, input } = body;
      const token = file === undefined ? input : isMap(file) ? file['file_token'] : undefined;
      return !isModelToken(token, world);
    },
  ),
];
