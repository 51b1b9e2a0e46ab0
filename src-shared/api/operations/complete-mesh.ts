import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { partNamesField } from '../fields/processing-fields.ts';

/** Closes the cuts of a segmented model's parts (spec 4.4). */
export const completeMesh = defineOperation({
  name: 'complete_mesh',
  path: '/v3/mesh/complete',
  title: 'Complete',
  help: 'Completes the parts of a segmented model into closed meshes.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: ['segment_mesh'] },
  fields: { ...REQUEST_FIELDS, part_names: partNamesField() },
  rules: [],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'mesh',
  price: () => wholeCredits(50),
});
