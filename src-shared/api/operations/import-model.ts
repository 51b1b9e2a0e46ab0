import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';

/** Imports an uploaded model into the service for use by other operations (spec 4.4). */
export const importModel = defineOperation({
  name: 'import_model',
  path: '/v3/models/import',
  title: 'Import model',
  help: 'Imports an uploaded model for further steps.',
  section: '4.4',
  source: { kind: 'file', media: 'model', tokensOnly: true },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'processing',
  price: () => wholeCredits(0),
});
