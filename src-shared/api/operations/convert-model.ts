import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field, type FieldGroup, type Values } from '../fields/field.ts';
import { refuse, defineOperation, type Rule } from '../operation.ts';
import { convertPrice } from '../pricing/prices.ts';

/** Formats a convert task can make (spec 4.4). */
export const CONVERT_FORMATS = ['GLTF', 'USDZ', 'FBX', 'OBJ', 'STL', '3MF'] as const;

/** Texture formats a convert task can write (4.4). */
export const TEXTURE_FORMATS = ['BMP', 'DPX', 'HDR', 'JPEG', 'OPEN_EXR', 'PNG', 'TARGA', 'TIFF', 'WEBP'] as const;

/** Ways the front can face (4.4). */
export const ORIENTATIONS = ['+x', '-x', '+y', '-y'] as const;

/** FBX flavours (4.4). */
export const FBX_PRESETS = ['blender', '3dsmax', 'mixamo'] as const;

const SECTION = '4.4';

const CONVERT_FIELDS = {
  ...REQUEST_FIELDS,
  format: field({
    schema: z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(CONVERT_FORMATS)),
    title: 'Format',
    help: 'The file format of the result; upper or lower case.',
    group: 'output',
    required: true,
    section: SECTION,
  }),
  texture_format: option(z.enum(TEXTURE_FORMATS), 'texture', 'Texture format', 'Left out: as they are.'),
  texture_size: option(
    z.int().min(1).max(16_384),
    'texture',
    'Texture size',
    'Longest edge; never made larger.',
    'pixels',
  ),
  quad: flag('geometry', 'Quads', 'Join triangles to four-sided faces.'),
  face_limit: option(z.int().min(1), 'geometry', 'Face limit', 'At most this many faces.', 'faces'),
  flatten_bottom: flag('geometry', 'Flat bottom', 'Cut the lowest part off, so that the model stands.'),
  flatten_bottom_threshold: option(
    z.number().gt(0).lt(1),
    'geometry',
    'Cut at',
    'Height of the cut as a share of the model’s height.',
    'share',
    0.01,
  ),
  pivot_to_center_bottom: flag('geometry', 'Pivot at the bottom centre', 'The origin moves under the model.'),
  scale_factor: option(z.number().gt(0).max(1e6), 'geometry', 'Scale', 'Multiplies the size.', 'times', 1),
  force_symmetry: flag('geometry', 'Symmetric', 'Mirror one half onto the other.'),
  bake: flag('texture', 'Bake', 'All materials become one texture set on new UVs.'),
  pack_uv: flag('texture', 'Pack UVs', 'All charts move into one atlas.'),
  part_names: option(z.array(z.string()).max(1000), 'output', 'Parts', 'Only these parts; left out: all.'),
  with_animation: flag('output', 'With animation', 'Keep skeleton and clips.'),
  assemble_animation: flag('output', 'Assemble animation', 'All clips one after another, as one.'),
  animate_in_place: flag('output', 'Animate in place', 'Clips without their way over the ground.'),
  export_vertex_colors: flag('output', 'Vertex colours', 'OBJ and GLTF only.'),
  export_orientation: option(
    z.enum(ORIENTATIONS),
    'output',
    'Front faces',
    'The way the front looks.',
    undefined,
    '+x',
  ),
  fbx_preset: option(z.enum(FBX_PRESETS), 'output', 'FBX for', 'The program that reads the FBX.', undefined, 'blender'),
} as const;

/** A parsed convert request. */
export type ConvertValues = Values<typeof CONVERT_FIELDS>;

const RULES: readonly Rule<ConvertValues>[] = [{ section: SECTION, check: vertexColorsNeedFormat }];

/** Another format of a finished model (spec 4.4). */
export const convertModel = defineOperation({
  name: 'convert_model',
  path: '/v3/models/convert',
  title: 'Convert',
  help: 'Writes a finished model in another format.',
  section: SECTION,
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: CONVERT_FIELDS,
  rules: RULES,
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'processing',
  price: (values) => convertPrice(hasOptions(values)),
});

/** Only OBJ and GLTF hold vertex colours (4.4). */
function vertexColorsNeedFormat(values: ConvertValues) {
  if (!values.export_vertex_colors || values.format === 'OBJ' || values.format === 'GLTF') return null;
  return refuse(1004, 'export_vertex_colors', ruleMessage('rule.vertex-colors-format'));
}

/** Whether any option is set to something other than its default (4.4). */
function hasOptions(values: ConvertValues): boolean {
  return Object.entries(CONVERT_FIELDS).some(([name, { default: usual }]) => {
    const value = values[name as keyof ConvertValues];
    return name !== 'format' && !(name in REQUEST_FIELDS) && value !== undefined && value !== usual;
  });
}

function flag(group: FieldGroup, title: string, help: string) {
  return field({ schema: z.boolean(), title, help, group, default: false, section: SECTION });
}

function option<S extends z.ZodType>(
  schema: S,
  group: FieldGroup,
  title: string,
  help: string,
  unit?: string,
  usual?: z.output<S>,
) {
  return field<S>({
    schema,
    title,
    help,
    group,
    section: SECTION,
    ...(unit === undefined ? {} : { unit }),
    ...(usual === undefined ? {} : { default: usual }),
  });
}
