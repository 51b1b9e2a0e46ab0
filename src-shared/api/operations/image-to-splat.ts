import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { IMAGE_TASK_TYPES } from '../protocol/task-types.ts';

/**
 * Creates a Gaussian splat from one image. The document does not show its payload and outputs: our own choice is the
 * PLY form as the model, with the 32-byte form in addition.
 */
export const imageToSplat = defineOperation({
  name: 'image_to_splat',
  path: '/v3/generation/image-to-splat',
  title: 'Image to splat',
  help: 'Generates a Gaussian splat from one image.',
  section: '4.3',
  source: { kind: 'file', media: 'image', tasks: IMAGE_TASK_TYPES },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: ['model_url', 'splat_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'generation_h',
  price: () => wholeCredits(30),
});
