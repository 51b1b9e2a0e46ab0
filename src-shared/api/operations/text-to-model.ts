import { z } from 'zod';
import { seed } from '../fields/request-fields.ts';
import { field } from '../fields/field.ts';
import { generationCategory } from '../models/generation-category.ts';
import { GENERATION_FIELDS, GENERATION_OUTPUTS } from '../fields/generation-fields.ts';
import { GENERATION_RULES } from '../rules/generation-rules.ts';
import { LIMITS } from '../protocol/limits.ts';
import { defineOperation } from '../operation.ts';
import { modelPrice } from '../pricing/prices.ts';

/** Creates a 3D model from text (spec 4.3). */
export const textToModel = defineOperation({
  name: 'text_to_model',
  path: '/v3/generation/text-to-model',
  title: 'Text to model',
  help: 'Generates a model from a description.',
  section: '4.3',
  source: { kind: 'none' },
  extraFiles: ({ style_image: style }) => (style ? [style] : []),
  fields: {
    prompt: field({
      schema: z.string().min(1).max(LIMITS.prompt3d),
      title: 'Prompt',
      help: 'Description of the model.',
      group: 'source',
      required: true,
      section: '4.3',
    }),
    negative_prompt: field({
      schema: z.string().min(1).max(LIMITS.negativePrompt),
      title: 'Negative prompt',
      help: 'Content to avoid.',
      group: 'source',
      section: '4.3',
    }),
    image_seed: field({
      schema: seed,
      title: 'Image seed',
      help: 'The same seed and prompt produce the same initial image.',
      group: 'advanced',
      section: '4.3',
    }),
    ...GENERATION_FIELDS,
  },
  rules: GENERATION_RULES,
  outputs: GENERATION_OUTPUTS,
  rateClass: 'generation',
  category: generationCategory,
  price: (values) => modelPrice('text', values),
});
