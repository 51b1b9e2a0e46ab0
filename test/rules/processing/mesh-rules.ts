import { isImageString, MODEL_TASKS, sourceRules } from './source-rules.ts';
import { badParameter, fails, isBoolean, isGiven, isOneOf, isString, isStrings, isWhole, typed } from './rule.ts';
import type { Body, Rule } from './rule.ts';

const SOURCE = 'original_model_task_id';

/** 4.4 rig check: any successful task with model output. */
export const rigCheckRules: readonly Rule[] = sourceRules('4.4 rig check', SOURCE, MODEL_TASKS);

const R = '4.4 rig';
/** 4.4 rig: every rule of its row; `v2.0-20250506` and `tripo_spec` are refused like any other word. */
export const rigRules: readonly Rule[] = [
  ...sourceRules(R, SOURCE, MODEL_TASKS),
  ...typed(R, 'v1.0-20240301 or v2.5-20260210', isOneOf('v1.0-20240301', 'v2.5-20260210'), 'model', 'model_version'),
  ...typed(R, 'glb or fbx', isOneOf('glb', 'fbx'), 'out_format'),
  ...typed(R, 'mixamo or tripo', isOneOf('mixamo', 'tripo'), 'spec'),
  ...typed(R, 'a name', isString, 'rig_type', 'topology'),
];

const A = '4.4 retarget';
/** 4.4 retarget: every rule of its row; the source is a successful rig. */
export const retargetRules: readonly Rule[] = [
  ...sourceRules(A, SOURCE, ['rig_model']),
  badParameter(
    `${A}: animation or animations is needed, not both`,
    (body) => isGiven(body, 'animation') === isGiven(body, 'animations'),
  ),
  ...typed(A, 'a name', isString, 'animation'),
  badParameter(`${A}: animations are one to five names (section 8)`, (body) =>
    fails(body, 'animations', (list) => isStrings(list) && (list as []).length >= 1 && (list as []).length <= 5),
  ),
  ...typed(A, 'glb or fbx', isOneOf('glb', 'fbx'), 'out_format'),
  ...typed(A, 'true or false', isBoolean, 'bake_animation', 'export_with_geometry', 'render_video', 'animate_in_place'),
];

const G = '4.4 segment';
/** 4.4 segment: every rule of its row. */
export const segmentRules: readonly Rule[] = [
  ...sourceRules(G, SOURCE, MODEL_TASKS),
  ...typed(G, 'v1.0-20250506 or v2.0-20260430', isOneOf('v1.0-20250506', 'v2.0-20260430'), 'model', 'model_version'),
  badParameter(`${G}: ref_image is a file token or a URL`, (body, world) =>
    fails(body, 'ref_image', (image) => isImageString(image, world)),
  ),
];

const P = '4.4 complete';
/** 4.4 complete: every rule of its row; the source is a segmentation. */
export const completeRules: readonly Rule[] = [
  ...sourceRules(P, SOURCE, ['segment_mesh']),
  ...typed(P, 'a list of names', isStrings, 'part_names'),
];

/** The decimate version in force, legacy names normalised (4.4). */
export function decimateModel(body: Body): unknown {
  const model = body['model'] ?? body['model_version'] ?? 'v2.0';
  return model === 'P-v1.0-20250506' ? 'v1.0' : model === 'P-v2.0-20251225' ? 'v2.0' : model;
}

const D = '4.4 decimate';
/** 4.4 decimate: every rule of its row. */
export const decimateRules: readonly Rule[] = [
  ...sourceRules(D, SOURCE, MODEL_TASKS),
  ...typed(
    D,
    'v1.0, v2.0, v3.0 or a legacy name',
    isOneOf('v1.0', 'v2.0', 'v3.0', 'P-v1.0-20250506', 'P-v2.0-20251225'),
    'model',
    'model_version',
  ),
  ...typed(D, 'true or false', isBoolean, 'quad', 'bake', 'smart_uv'),
  badParameter(`${D}: face_limit is 500 to 20000 triangles`, (body) =>
    fails(body, 'face_limit', (limit) => isWhole(limit) && limit >= 500 && limit <= 20_000),
  ),
  badParameter(
    `${D}: face_limit is at most 10000 quads`,
    ({ face_limit: limit, quad }) => quad === true && isWhole(limit) && limit > 10_000,
  ),
  ...typed(D, 'a list of names', isStrings, 'part_names'),
  badParameter(
    `${D}: smart_uv is for v3.0 only`,
    (body) => body['smart_uv'] === true && decimateModel(body) !== 'v3.0',
  ),
];

/** 4.4 UV: a model to unwrap; the 80,000 triangles are known only to who opens it. */
export const uvRules: readonly Rule[] = sourceRules('4.4 UV', SOURCE, MODEL_TASKS);

/** 4.4 smart segment: a model; its own payload is not shown. */
export const smartSegmentRules: readonly Rule[] = sourceRules('4.4 smart segment', SOURCE, MODEL_TASKS);
