import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';

/** Checks if a model can be rigged (spec 4.4). */
export const checkRig = defineOperation({
  name: 'rig_check',
  path: '/v3/animations/rig-check',
  title: 'Rig check',
  help: 'Checks if a model can be rigged, and with which skeleton.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: ['riggable', 'rig_type'],
  rateClass: 'generation',
  category: () => 'animation',
  price: () => wholeCredits(0),
});
