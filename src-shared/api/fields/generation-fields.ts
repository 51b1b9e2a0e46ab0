import { z } from 'zod';
import { REQUEST_FIELDS, seed } from './request-fields.ts';
import { field } from './field.ts';
import { fileInput } from './file-input.ts';
import { GENERATION_MODELS, GENERATION_MODEL_IDS, TEXTURE_VERSIONS } from '../models/generation-models.ts';
import type { OutputKey } from '../protocol/task.ts';

/** What the operations with these fields put out; the last three only if asked for. */
export const GENERATION_OUTPUTS = [
  'model_url',
  'rendered_image_url',
  'rendered_video_url',
  'rendered_sequence_url',
  'multiview_basecolor_url',
] as const satisfies readonly OutputKey[];

const SECTION = '4.3';
const flag = z.boolean();

/** Fields that text-, image- and multi-view-to-model share (spec 4.3, 3D generation fields). */
export const GENERATION_FIELDS = {
  ...REQUEST_FIELDS,
  model: field({
    schema: z.enum(GENERATION_MODEL_IDS),
    title: 'Model',
    help: `The version that makes the model: ${GENERATION_MODELS.map((model) => model.title).join(', ')}.`,
    group: 'model',
    required: true,
    aliases: ['model_version'],
    section: SECTION,
  }),
  texture: field({
    schema: flag,
    title: 'Texture',
    help: 'Paint the model. Off gives plain geometry.',
    group: 'texture',
    default: true,
    section: SECTION,
  }),
  pbr: field({
    schema: flag,
    title: 'PBR maps',
    help: 'Metallic, roughness and normal maps beside the colour. On forces texture on.',
    group: 'texture',
    default: true,
    section: SECTION,
  }),
  texture_quality: field({
    schema: z.enum(['standard', 'detailed', 'extreme', 'fast']),
    title: 'Texture quality',
    help: 'More detail takes longer and may cost more. Fast works with texture v3.5 only.',
    group: 'texture',
    section: SECTION,
  }),
  texture_version: field({
    schema: z.enum(TEXTURE_VERSIONS),
    title: 'Texture version',
    help: 'The version that paints. Left out: the one that belongs to the model.',
    group: 'texture',
    section: SECTION,
  }),
  delight: field({
    schema: flag,
    title: 'Remove baked light',
    help: 'Takes shadows and highlights out of the colour. Works on texture v3.5 only.',
    group: 'texture',
    default: true,
    section: SECTION,
  }),
  geometry_quality: field({
    schema: z.enum(['standard', 'detailed']),
    title: 'Geometry quality',
    help: 'Detailed keeps finer shapes.',
    group: 'geometry',
    default: 'standard',
    section: SECTION,
  }),
  face_limit: field({
    schema: z.int().min(1),
    title: 'Face limit',
    help: 'At most this many faces. Left out: the service decides.',
    unit: 'faces',
    group: 'geometry',
    section: SECTION,
  }),
  quad: field({
    schema: flag,
    title: 'Quads',
    help: 'Four-sided faces. The result is an FBX.',
    group: 'geometry',
    section: SECTION,
  }),
  smart_low_poly: field({
    schema: flag,
    title: 'Smart low poly',
    help: 'Clean topology with few faces.',
    group: 'geometry',
    section: SECTION,
  }),
  generate_parts: field({
    schema: flag,
    title: 'Parts',
    help: 'Separate, editable parts. Needs texture off.',
    group: 'geometry',
    section: SECTION,
  }),
  compress: field({
    schema: z.enum(['', 'geometry']),
    title: 'Compression',
    help: 'Geometry makes the file smaller; some programs cannot read it.',
    group: 'output',
    default: '',
    section: SECTION,
  }),
  return_multiview: outputFlag('Multi-view pictures', 'Also return the views the model was made from.'),
  export_uv: field({
    schema: flag,
    title: 'UV coordinates',
    help: 'Unwrap the model. Off is faster when no texture is needed.',
    group: 'output',
    default: true,
    section: SECTION,
  }),
  render_sequence: outputFlag('Turntable pictures', 'Also return a rendered sequence.'),
  render_video: outputFlag('Turntable video', 'Also return a rendered video.'),
  model_seed: seedField('Model seed', 'The same seed and picture give the same shape.'),
  texture_seed: seedField('Texture seed', 'The same seed and shape give the same texture.'),
  check_printable: outputFlag('Check for printing', 'Depends on the account.'),
  style_image: field({
    schema: fileInput,
    title: 'Style picture',
    help: 'A picture whose look the texture follows.',
    group: 'texture',
    section: SECTION,
  }),
} as const;

/** Fields that need a picture to compare with: image- and multi-view-to-model (4.3). */
export const IMAGE_SOURCE_FIELDS = {
  texture_alignment: field({
    schema: z.enum(['original_image', 'geometry']),
    title: 'Texture alignment',
    help: 'Follow the picture, or the shape.',
    group: 'texture',
    section: SECTION,
  }),
  orientation: field({
    schema: z.enum(['default', 'align_image']),
    title: 'Orientation',
    help: 'Align image turns the model as the picture shows it. Set it on the last convert if more steps follow.',
    group: 'output',
    default: 'default',
    section: SECTION,
  }),
  auto_size: field({
    schema: flag,
    title: 'Real size',
    help: 'Scale to the size of the real thing, in metres.',
    group: 'output',
    section: SECTION,
  }),
  enable_image_autofix: field({
    schema: flag,
    title: 'Repair the picture',
    help: 'Improve a poor picture before it is used.',
    group: 'source',
    aliases: ['image_autofix'],
    section: SECTION,
  }),
} as const;

function outputFlag(title: string, help: string) {
  return field({ schema: flag, title, help, group: 'output', section: SECTION });
}

function seedField(title: string, help: string) {
  return field({ schema: seed, title, help, group: 'advanced', section: SECTION });
}
