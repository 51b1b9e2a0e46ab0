import { z } from 'zod';
import { field } from '../fields/field.ts';
import { generationCategory } from '../models/generation-category.ts';
import { GENERATION_FIELDS, GENERATION_OUTPUTS, IMAGE_SOURCE_FIELDS } from '../fields/generation-fields.ts';
import { GENERATION_RULES } from '../rules/generation-rules.ts';
import { defineOperation } from '../operation.ts';
import { modelPrice } from '../pricing/prices.ts';
import { VIEW_TASK_TYPES } from '../protocol/task-types.ts';

/** Creates a 3D model from two to four views, or from a task that created views (spec 4.3). */
export const multiviewToModel = defineOperation({
  name: 'multiview_to_model',
  path: '/v3/generation/multiview-to-model',
  title: 'Views to model',
  help: 'Generates a model from two to four views.',
  section: '4.3',
  source: { kind: 'views', field: 'original_model_task_id', tasks: VIEW_TASK_TYPES },
  extraFiles: ({ style_image: style }) => (style ? [style] : []),
  fields: {
    ...GENERATION_FIELDS,
    ...IMAGE_SOURCE_FIELDS,
    orthographic_projection: field({
      schema: z.boolean(),
      title: 'Orthographic views',
      help: 'The images have no perspective.',
      group: 'source',
      section: '4.3',
    }),
  },
  rules: GENERATION_RULES,
  outputs: GENERATION_OUTPUTS,
  rateClass: 'generation',
  category: generationCategory,
  price: (values) => modelPrice('image', values),
});
