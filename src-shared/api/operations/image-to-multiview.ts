import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { IMAGE_TASK_TYPES } from '../protocol/task-types.ts';
import { VIEW_KEYS } from '../protocol/task.ts';

/** Creates four views from one image (spec 4.3). */
export const imageToMultiview = defineOperation({
  name: 'generate_multiview_image',
  path: '/v3/generation/image-to-multiview',
  title: 'Image to views',
  help: 'Generates front, left, back and right views from one image.',
  section: '4.3',
  source: { kind: 'file', media: 'image', tasks: IMAGE_TASK_TYPES },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: VIEW_KEYS,
  rateClass: 'generation',
  category: () => 'image',
  price: () => wholeCredits(10),
});
