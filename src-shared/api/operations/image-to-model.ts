import { z } from 'zod';
import { field } from '../field.ts';
import { GENERATION_FIELDS, PICTURE_FIELDS } from '../generation-fields.ts';
import { GENERATION_RULES } from '../generation-rules.ts';
import { findGenerationModel } from '../models.ts';
import { defineOperation } from '../operation.ts';
import { imageToModelPrice } from '../prices.ts';

/** 3D from one picture (spec 4.3). */
export const imageToModel = defineOperation({
  name: 'image_to_model',
  path: '/v3/generation/image-to-model',
  title: 'Picture to model',
  help: 'Makes a model from one picture.',
  section: '4.3',
  source: { kind: 'file', media: 'image' },
  fields: {
    ...GENERATION_FIELDS,
    ...PICTURE_FIELDS,
    mode: field({
      schema: z.string(),
      title: 'Mode',
      help: 'Handed to the pipeline as it is.',
      group: 'advanced',
      section: '4.3',
    }),
  },
  rules: GENERATION_RULES,
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: (values) => (findGenerationModel(values.model)?.series === 'P' ? 'generation_p' : 'generation_h'),
  price: imageToModelPrice,
});
