import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { CONVERT_FORMATS, convertedFormat } from '../../formats/formats.ts';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field, type FieldGroup, type Values } from '../fields/field.ts';
import { refuse, defineOperation, type Rule } from '../operation.ts';
import { convertPrice } from '../pricing/prices.ts';

/** Texture formats of a convert task (4.4). */
export const TEXTURE_FORMATS = ['BMP', 'DPX', 'HDR', 'JPEG', 'OPEN_EXR', 'PNG', 'TARGA', 'TIFF', 'WEBP'] as const;

/** Directions of the front (4.4). */
const ORIENTATIONS = ['+x', '-x', '+y', '-y'] as const;

/** FBX presets (4.4). */
const FBX_PRESETS = ['blender', '3dsmax', 'mixamo'] as const;

/** Formats that store animation clips. */
const ANIMATED_FORMATS = CONVERT_FORMATS.filter((format) => convertedFormat(format).animation);

const SECTION = '4.4';

const CONVERT_FIELDS = {
  ...REQUEST_FIELDS,
  format: field({
    schema: z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(CONVERT_FORMATS)),
    title: 'Format',
    help: 'File format of the result.',
    group: 'model',
    required: true,
    section: SECTION,
  }),
  texture_format: option(z.enum(TEXTURE_FORMATS), 'texture', 'Texture format', 'Leave empty to keep the format.'),
  texture_size: option(
    z.int().min(1).max(16_384),
    'texture',
    'Texture size',
    'Longest edge. Smaller textures are not enlarged.',
    'pixels',
  ),
  quad: flag('geometry', 'Quad mesh', 'Merge triangles into quads.'),
  face_limit: option(z.int().min(1), 'geometry', 'Face limit', 'Maximum number of faces.', 'faces'),
  flatten_bottom: flag(
    'geometry',
    'Flat bottom',
    'Cut off the lowest part so that the model stands on a flat surface.',
  ),
  flatten_bottom_threshold: {
    ...option(
      z.number().gt(0).lt(1),
      'geometry',
      'Cut height',
      'Height of the cut as a fraction of the height of the model.',
      'share',
      0.01,
    ),
    onlyWith: { flatten_bottom: [true] },
  },
  pivot_to_center_bottom: flag(
    'geometry',
    'Pivot at bottom center',
    'Move the origin to the bottom center of the model.',
  ),
  scale_factor: option(z.number().gt(0).max(1e6), 'geometry', 'Scale', 'Scale factor.', 'times', 1),
  force_symmetry: flag('geometry', 'Symmetric', 'Mirror one half of the model onto the other.'),
  bake: flag('texture', 'Bake', 'Bake all materials into one texture set on new UVs.'),
  pack_uv: flag('texture', 'Pack UVs', 'Pack all UV islands into one atlas.'),
  part_names: option(
    z.array(z.string()).max(1000),
    'advanced',
    'Parts',
    'Names of the parts to process. Leave empty to process all parts.',
  ),
  with_animation: {
    ...flag('output', 'With animation', 'Keep the skeleton and animation clips.'),
    onlyWith: { format: ANIMATED_FORMATS },
  },
  assemble_animation: {
    ...flag('output', 'Assemble animation', 'Combine all clips into one, in sequence.'),
    onlyWith: { format: ANIMATED_FORMATS, with_animation: [true] },
  },
  animate_in_place: {
    ...flag('output', 'Animate in place', 'Remove root motion from clips.'),
    onlyWith: { format: ANIMATED_FORMATS, with_animation: [true] },
  },
  export_vertex_colors: flag('output', 'Vertex colors', 'Export vertex colors. OBJ and GLTF only.'),
  export_orientation: option(
    z.enum(ORIENTATIONS),
    'output',
    'Front axis',
    'Axis that the front of the model faces.',
    undefined,
    '+x',
  ),
  fbx_preset: {
    ...option(
      z.enum(FBX_PRESETS),
      'output',
      'FBX preset',
      'Program that the FBX is intended for.',
      undefined,
      'blender',
    ),
    onlyWith: { format: ['FBX'] },
  },
} as const;

/** Parameters of a convert request. */
export type ConvertValues = Values<typeof CONVERT_FIELDS>;

const RULES: readonly Rule<ConvertValues>[] = [{ section: SECTION, check: vertexColorsNeedFormat }];

/** Converts a finished model to another format (spec 4.4). */
export const convertModel = defineOperation({
  name: 'convert_model',
  path: '/v3/models/convert',
  title: 'Convert',
  help: 'Converts a model to another format.',
  section: SECTION,
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: CONVERT_FIELDS,
  rules: RULES,
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'processing',
  price: (values) => convertPrice(hasOptions(values)),
});

/** Only some formats store vertex colours (4.4). */
function vertexColorsNeedFormat(values: ConvertValues) {
  const { format, export_vertex_colors: exportsColors } = values;
  if (!exportsColors || (format && convertedFormat(format).vertexColors)) return null;
  return refuse(1004, 'export_vertex_colors', ruleMessage('rule.vertex-colors-format'));
}

/** True if any option differs from its default (4.4). */
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
