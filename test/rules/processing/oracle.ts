import { commonRules } from './source-rules.ts';
import {
  completeRules,
  decimateModel,
  decimateRules,
  retargetRules,
  rigCheckRules,
  rigRules,
  segmentRules,
  smartSegmentRules,
  uvRules,
} from './mesh-rules.ts';
import { convertRules, importRules, refineRules, stylizeRules, textureRules } from './model-rules.ts';
import type { Body, Rule, World } from './rule.ts';

/** One processing operation as the document has it. */
export interface OracleOperation {
  readonly path: string;
  readonly rules: readonly Rule[];
  /** Credits with two decimals of a body that is accepted; null where neither document nor peers name one. */
  readonly price: (body: Body) => string | null;
}

/** The options of convert's row in 4.4; `format` is none, it says what is made. */
const CONVERT_OPTIONS = [
  ...['texture_format', 'quad', 'face_limit', 'flatten_bottom', 'flatten_bottom_threshold', 'texture_size'],
  ...['pivot_to_center_bottom', 'scale_factor', 'force_symmetry', 'bake', 'pack_uv', 'part_names', 'with_animation'],
  ...['assemble_animation', 'animate_in_place', 'export_vertex_colors', 'export_orientation', 'fbx_preset'],
];
/** The defaults of that row; a switch that is off is taken for its default. */
const CONVERT_DEFAULTS: Body = { export_orientation: '+x', fbx_preset: 'blender' };

function convertPrice(body: Body): string {
  const isDefault = (option: string) => [undefined, false, CONVERT_DEFAULTS[option]].includes(body[option]);
  return CONVERT_OPTIONS.every(isDefault) ? '5.00' : '10.00';
}

function texturePrice({ texture_quality: quality }: Body): string {
  return quality === 'extreme' ? '30.00' : quality === 'detailed' ? '20.00' : '10.00';
}

function decimatePrice(body: Body): string | null {
  const model = decimateModel(body);
  if (model === 'v3.0') {
    return body['quad'] === true ? '40.00' : '35.00';
  }
  return model === 'v2.0' ? '30.00' : null;
}

function retargetPrice({ animations }: Body): string {
  return `${String(10 * (Array.isArray(animations) ? animations.length : 1))}.00`;
}

const always = (credits: string | null) => () => credits;

/** Every processing operation of section 4.4, by the name its tasks carry. */
export const PROCESSING = {
  texture_model: { path: '/v3/models/texture', rules: textureRules, price: texturePrice },
  refine_model: { path: '/v3/models/refine', rules: refineRules, price: always(null) },
  stylize_model: { path: '/v3/models/stylize', rules: stylizeRules, price: always(null) },
  convert_model: { path: '/v3/models/convert', rules: convertRules, price: convertPrice },
  import_model: { path: '/v3/models/import', rules: importRules, price: always(null) },
  rig_check: { path: '/v3/animations/rig-check', rules: rigCheckRules, price: always('0.00') },
  rig_model: { path: '/v3/animations/rig', rules: rigRules, price: always('25.00') },
  retarget_animation: { path: '/v3/animations/retarget', rules: retargetRules, price: retargetPrice },
  segment_mesh: { path: '/v3/mesh/segment', rules: segmentRules, price: always('40.00') },
  complete_mesh: { path: '/v3/mesh/complete', rules: completeRules, price: always('50.00') },
  decimate_mesh: { path: '/v3/mesh/decimate', rules: decimateRules, price: decimatePrice },
  unwrap_uv: { path: '/v3/mesh/uv', rules: uvRules, price: always('20.00') },
  smart_segment: { path: '/v3/mesh/smartsegment', rules: smartSegmentRules, price: always(null) },
} as const satisfies Record<string, OracleOperation>;

/** The rules a body breaks, none when it is to be accepted; which of several is answered the document leaves open. */
export function brokenRules(operation: OracleOperation, body: Body, world: World): readonly Rule[] {
  return [...commonRules, ...operation.rules].filter((rule) => rule.isBroken(body, world));
}
