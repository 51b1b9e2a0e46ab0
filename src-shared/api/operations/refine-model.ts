import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';

/** Refines a text-to-model draft (spec 4.4). */
export const refineModel = defineOperation({
  name: 'refine_model',
  path: '/v3/models/refine',
  title: 'Refine',
  help: 'Refines a text-to-model draft.',
  section: '4.4',
  source: { kind: 'task', field: 'draft_model_task_id', types: ['text_to_model'] },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'refine',
  category: () => 'processing',
  price: () => wholeCredits(30),
});
