import { z } from 'zod';
import { REQUEST_FIELDS, seed } from './request-fields.ts';
import { field } from './field.ts';
import { fileInput } from './file-input.ts';
import {
  GENERATION_MODELS,
  GENERATION_MODEL_IDS,
  LATEST_TEXTURE_VERSION,
  TEXTURE_VERSIONS,
} from '../models/generation-models.ts';
import type { OutputKey } from '../protocol/task.ts';

/** Outputs of the operations with these fields; the last three only on request. */
export const GENERATION_OUTPUTS = [
  'model_url',
  'rendered_image_url',
  'rendered_video_url',
  'rendered_sequence_url',
  'multiview_basecolor_url',
] as const satisfies readonly OutputKey[];

const SECTION = '4.3';
const flag = z.boolean();

/** Fields common to text-, image- and multi-view-to-model (spec 4.3, 3D generation fields). */
export const GENERATION_FIELDS = {
  ...REQUEST_FIELDS,
  model: field({
    schema: z.enum(GENERATION_MODEL_IDS),
    title: 'Model',
    help: `Model version: ${GENERATION_MODELS.map((model) => model.title).join(', ')}.`,
    group: 'model',
    required: true,
    aliases: ['model_version'],
    section: SECTION,
  }),
  texture: field({
    schema: flag,
    title: 'Texture',
    help: 'Generate a texture. Turn off for geometry only.',
    group: 'texture',
    default: true,
    section: SECTION,
  }),
  pbr: field({
    schema: flag,
    title: 'PBR maps',
    help: 'Generate metallic, roughness and normal maps. Requires texture.',
    group: 'texture',
    default: true,
    onlyWith: { texture: [true] },
    section: SECTION,
  }),
  texture_quality: field({
    schema: z.enum(['standard', 'detailed', 'extreme', 'fast']),
    title: 'Texture quality',
    help: 'Higher quality takes longer and can cost more.',
    group: 'texture',
    onlyWith: { texture: [true] },
    section: SECTION,
  }),
  texture_version: field({
    schema: z.enum(TEXTURE_VERSIONS),
    title: 'Texture version',
    help: 'Texture model version. Leave empty to use the version that matches the model.',
    group: 'texture',
    onlyWith: { texture: [true] },
    section: SECTION,
  }),
  delight: field({
    schema: flag,
    title: 'Remove baked light',
    help: 'Remove shadows and highlights from the base color. Texture v3.5 only.',
    group: 'texture',
    default: true,
    onlyWith: { texture: [true], texture_version: [LATEST_TEXTURE_VERSION] },
    section: SECTION,
  }),
  geometry_quality: field({
    schema: z.enum(['standard', 'detailed']),
    title: 'Geometry quality',
    help: 'Detailed preserves finer shapes.',
    group: 'geometry',
    default: 'standard',
    section: SECTION,
  }),
  face_limit: field({
    schema: z.int().min(1),
    title: 'Face limit',
    help: 'Maximum number of faces. Leave empty to let the service decide.',
    unit: 'faces',
    group: 'geometry',
    section: SECTION,
  }),
  quad: field({
    schema: flag,
    title: 'Quad mesh',
    help: 'Generate a quad mesh. Exports as FBX.',
    group: 'geometry',
    section: SECTION,
  }),
  smart_low_poly: field({
    schema: flag,
    title: 'Smart low poly',
    help: 'Generate clean topology with few faces.',
    group: 'geometry',
    section: SECTION,
  }),
  generate_parts: field({
    schema: flag,
    title: 'Parts',
    help: 'Generate separate, editable parts. Requires texture to be off.',
    group: 'geometry',
    section: SECTION,
  }),
  compress: field({
    schema: z.enum(['', 'geometry']),
    title: 'Compression',
    help: 'Geometry compression reduces the file size. Some programs cannot read it.',
    group: 'output',
    default: '',
    section: SECTION,
  }),
  return_multiview: outputFlag('Multi-view images', 'Also return the views that the model is generated from.'),
  export_uv: field({
    schema: flag,
    title: 'UV coordinates',
    help: 'Unwrap the model. Turn off to save time if you do not need a texture.',
    group: 'output',
    default: true,
    section: SECTION,
  }),
  render_sequence: outputFlag('Turntable images', 'Also return a rendered turntable sequence.'),
  render_video: outputFlag('Turntable video', 'Also return a rendered video.'),
  model_seed: seedField('Model seed', 'The same seed and image produce the same shape.'),
  texture_seed: {
    ...seedField('Texture seed', 'The same seed and shape produce the same texture.'),
    onlyWith: { texture: [true] },
  },
  check_printable: outputFlag(
    'Printability check',
    'Check if the model can be printed. Requires an account with this feature.',
  ),
  style_image: field({
    schema: fileInput,
    title: 'Style image',
    help: 'Image that defines the style of the texture.',
    group: 'texture',
    onlyWith: { texture: [true] },
    section: SECTION,
  }),
} as const;

/** Fields that require a source image: image- and multi-view-to-model (4.3). */
export const IMAGE_SOURCE_FIELDS = {
  texture_alignment: field({
    schema: z.enum(['original_image', 'geometry']),
    title: 'Texture alignment',
    help: 'Align the texture to the image or to the geometry.',
    group: 'texture',
    onlyWith: { texture: [true] },
    section: SECTION,
  }),
  orientation: field({
    schema: z.enum(['default', 'align_image']),
    title: 'Orientation',
    help: 'Align image rotates the model to match the image. If more steps follow, set it on the last conversion.',
    group: 'output',
    default: 'default',
    section: SECTION,
  }),
  auto_size: field({
    schema: flag,
    title: 'Real size',
    help: 'Scale the model to its real-world size, in meters.',
    group: 'output',
    section: SECTION,
  }),
  enable_image_autofix: field({
    schema: flag,
    title: 'Enhance image',
    help: 'Improve image quality before generation.',
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
