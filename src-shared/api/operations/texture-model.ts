import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { REQUEST_FIELDS, seed } from '../fields/request-fields.ts';
import { field, type Values } from '../fields/field.ts';
import { LATEST_TEXTURE_VERSION, TEXTURE_VERSIONS } from '../models/generation-models.ts';
import { badParameter, defineOperation, type Refusal } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { listTexturePromptFiles, texturePrompt } from '../fields/texture-prompt.ts';
import { flagField, partNamesField } from '../fields/processing-fields.ts';

const DEFAULT_MODEL = 'v3.0-20250812';
const PRICE = { standard: 10, fast: 10, detailed: 20, extreme: 30 } as const;

const FIELDS = {
  ...REQUEST_FIELDS,
  model: field({
    schema: z.enum(TEXTURE_VERSIONS),
    title: 'Texture version',
    help: 'Texture model version.',
    group: 'model',
    default: DEFAULT_MODEL,
    aliases: ['model_version'],
    section: '4.4',
  }),
  texture_prompt: field({
    schema: texturePrompt,
    title: 'Appearance',
    help: 'Text, one image, or four images (front, left, back, right).',
    group: 'source',
    section: '4.4',
  }),
  texture: flagField('texture', 'Texture', 'Generate a texture.', true),
  pbr: {
    ...flagField('texture', 'PBR maps', 'Generate metallic, roughness and normal maps.', true),
    onlyWith: { texture: [true] },
  },
  texture_quality: field({
    schema: z.enum(['standard', 'detailed', 'extreme', 'fast']),
    title: 'Texture quality',
    help: 'Higher quality takes longer and can cost more.',
    group: 'texture',
    onlyWith: { texture: [true] },
    section: '4.4',
  }),
  delight: {
    ...flagField(
      'texture',
      'Remove baked light',
      'Remove shadows and highlights from the base color. Texture v3.5 only.',
      true,
    ),
    onlyWith: { texture: [true], model: [LATEST_TEXTURE_VERSION] },
  },
  texture_alignment: field({
    schema: z.enum(['original_image', 'geometry']),
    title: 'Texture alignment',
    help: 'Align the texture to the image or to the geometry.',
    group: 'texture',
    onlyWith: { texture: [true] },
    section: '4.4',
  }),
  texture_seed: field({
    schema: seed,
    title: 'Texture seed',
    help: 'The same seed and shape produce the same texture.',
    group: 'advanced',
    onlyWith: { texture: [true] },
    section: '4.4',
  }),
  bake: flagField('texture', 'Bake', 'Bake the maps into one set.'),
  part_names: partNamesField(),
  compress: field({
    schema: z.enum(['', 'geometry']),
    title: 'Compression',
    help: 'Geometry compression reduces the file size. Some programs cannot read it.',
    group: 'output',
    default: '',
    section: '4.4',
  }),
  return_multiview: flagField('output', 'Multi-view images', 'Also return the views.'),
  asset_map: field({
    schema: z.union([z.boolean(), z.record(z.string(), z.unknown())]),
    title: 'Asset map',
    help: 'Passed to the pipeline unchanged.',
    group: 'advanced',
    section: '4.4',
  }),
} as const;

/** Creates a new texture for a finished model (spec 4.4). */
export const textureModel = defineOperation({
  name: 'texture_model',
  path: '/v3/models/texture',
  title: 'Texture',
  help: 'Generates a new texture for a model.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  extraFiles: ({ texture_prompt: prompt }) => listTexturePromptFiles(prompt),
  fields: FIELDS,
  rules: [{ section: '4.4', check: fastNeedsNewestTexture }],
  outputs: ['model_url', 'rendered_image_url', 'multiview_basecolor_url'],
  rateClass: 'generation',
  category: () => 'processing',
  price: ({ texture_quality: quality = 'standard' }) => wholeCredits(PRICE[quality]),
});

/** `fast` requires texture v3.5. */
function fastNeedsNewestTexture({ texture_quality: quality, model = DEFAULT_MODEL }: Values<typeof FIELDS>): Refusal {
  return quality === 'fast' && model !== LATEST_TEXTURE_VERSION
    ? badParameter('texture_quality', ruleMessage('rule.fast-needs-model', { model: LATEST_TEXTURE_VERSION }))
    : null;
}
