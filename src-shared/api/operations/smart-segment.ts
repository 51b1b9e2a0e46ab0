import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';

/** Interactive segmentation. The document does not show its payload: our own choice is the source task alone. */
export const smartSegment = defineOperation({
  name: 'smart_segment',
  path: '/v3/mesh/smartsegment',
  title: 'Smart segment',
  help: 'Splits a model into parts, step by step.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'mesh',
  price: () => wholeCredits(40),
});
