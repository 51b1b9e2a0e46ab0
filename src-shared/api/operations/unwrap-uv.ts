import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';

/** Maximum model size in equivalent triangles (4.4), which is known only after opening the model. */
export const MAX_UV_TRIANGLES = 80_000;

/** Creates new UVs and adapts textures; rig and animation are preserved (spec 4.4). */
export const unwrapUv = defineOperation({
  name: 'unwrap_uv',
  path: '/v3/mesh/uv',
  title: 'Unwrap',
  help: 'Generates new UVs. Textures, rig and animation are preserved.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: REQUEST_FIELDS,
  rules: [],
  outputs: ['model_url', 'rendered_image_url', 'uv_render_url'],
  rateClass: 'generation',
  category: () => 'mesh',
  price: () => wholeCredits(20),
});
