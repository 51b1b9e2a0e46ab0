import { z } from 'zod';
import { field } from '../fields/field.ts';
import { generationCategory } from '../models/generation-category.ts';
import { GENERATION_FIELDS, GENERATION_OUTPUTS, IMAGE_SOURCE_FIELDS } from '../fields/generation-fields.ts';
import { GENERATION_RULES } from '../rules/generation-rules.ts';
import { defineOperation } from '../operation.ts';
import { modelPrice } from '../pricing/prices.ts';
import { IMAGE_TASK_TYPES } from '../protocol/task-types.ts';

/** Creates a 3D model from one image (spec 4.3). */
export const imageToModel = defineOperation({
  name: 'image_to_model',
  path: '/v3/generation/image-to-model',
  title: 'Image to model',
  help: 'Generates a model from one image.',
  section: '4.3',
  source: { kind: 'file', media: 'image', tasks: IMAGE_TASK_TYPES },
  extraFiles: ({ style_image: style }) => (style ? [style] : []),
  fields: {
    ...GENERATION_FIELDS,
    ...IMAGE_SOURCE_FIELDS,
    mode: field({
      schema: z.string(),
      title: 'Mode',
      help: 'Passed to the pipeline unchanged.',
      group: 'advanced',
      section: '4.3',
    }),
  },
  rules: GENERATION_RULES,
  outputs: GENERATION_OUTPUTS,
  rateClass: 'generation',
  category: generationCategory,
  price: (values) => modelPrice('image', values),
});
