import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field, type Values } from '../fields/field.ts';
import { LOW_POLY_LIMIT } from '../models/generation-models.ts';
import { badParameter, defineOperation, type Refusal } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { flagField, partNamesField } from '../fields/processing-fields.ts';

/** Model names of earlier versions that are still accepted (4.4). */
const LEGACY: Readonly<Record<string, string>> = { 'P-v1.0-20250506': 'v1.0', 'P-v2.0-20251225': 'v2.0' };

/** Documented for v3.0 and v2.0; the price of v1.0 is our own choice, the same as v2.0. */
const PRICE = { v3: { triangles: 35, quads: 40 }, older: 30 } as const;

const FIELDS = {
  ...REQUEST_FIELDS,
  model: field({
    schema: z.preprocess(
      (value) => (typeof value === 'string' ? (LEGACY[value] ?? value) : value),
      z.enum(['v1.0', 'v2.0', 'v3.0']),
    ),
    title: 'Version',
    help: 'Decimation model version.',
    group: 'model',
    default: 'v2.0',
    aliases: ['model_version'],
    section: '4.4',
  }),
  quad: flagField('geometry', 'Quad mesh', 'Generate a quad mesh.'),
  face_limit: field({
    schema: z.int(),
    title: 'Face limit',
    help: '500 to 20,000 triangles or 500 to 10,000 quads. Leave empty to adapt to the shape.',
    unit: 'faces',
    group: 'geometry',
    section: '4.4',
  }),
  part_names: partNamesField(),
  bake: flagField('texture', 'Bake', 'Bake the textures onto the new mesh.'),
  smart_uv: flagField('texture', 'Smart UV', 'Generate new, clean UVs. v3.0 only.'),
} as const;

type DecimateValues = Values<typeof FIELDS>;

/** Reduces the number of faces (spec 4.4). */
export const decimateMesh = defineOperation({
  name: 'decimate_mesh',
  path: '/v3/mesh/decimate',
  title: 'Decimate',
  help: 'Reduces the number of faces and preserves the shape.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: FIELDS,
  rules: [
    { section: '4.4', check: faceLimitWithinWindow },
    { section: '4.4', check: smartUvNeedsNewest },
  ],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'mesh',
  price: ({ model, quad }) => {
    if (model !== 'v3.0') return wholeCredits(PRICE.older);
    return wholeCredits(quad ? PRICE.v3.quads : PRICE.v3.triangles);
  },
});

/** The range is smaller for quads. */
function faceLimitWithinWindow({ face_limit: limit, quad }: DecimateValues): Refusal {
  const [lowest, highest] = quad ? LOW_POLY_LIMIT.quads : LOW_POLY_LIMIT.triangles;
  if (limit === undefined || (limit >= lowest && limit <= highest)) return null;
  const kind = quad ? 'quads' : 'triangles';
  return badParameter('face_limit', ruleMessage('rule.face-limit', { min: lowest, max: highest, kind, limit }));
}

/** Smart UVs require v3.0. */
function smartUvNeedsNewest({ smart_uv: smart, model = 'v2.0' }: DecimateValues): Refusal {
  return smart === true && model !== 'v3.0' ? badParameter('smart_uv', ruleMessage('rule.smart-uv-needs-model')) : null;
}
