import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field, type Values } from '../fields/field.ts';
import { refuse, defineOperation, type Refusal, type RuleContext } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { flagField } from '../fields/processing-fields.ts';

/** Styles of a model (4.4). */
export const STYLES = ['lego', 'voxel', 'voronoi', 'minecraft', 'keyring', 'fridge_magnet', 'keycap'] as const;

/** A style of a model (4.4). */
export type Style = (typeof STYLES)[number];

const FIELDS = {
  ...REQUEST_FIELDS,
  style: field({
    schema: z.enum(STYLES),
    title: 'Style',
    help: 'Style of the result.',
    group: 'model',
    required: true,
    section: '4.4',
  }),
  block_size: field({
    schema: z.number().gt(0).max(1000),
    title: 'Block size',
    help: 'Edge of one block. Leave empty to adapt to the model.',
    unit: 'meters',
    group: 'geometry',
    onlyWith: { style: ['lego', 'voxel', 'voronoi', 'minecraft'] satisfies Style[] },
    section: '4.4',
  }),
  vxc: flagField('output', 'VXC file', 'Also return a VXC file. Requires an account with this feature.'),
  render_image: flagField('output', 'Preview', 'Also return a rendered image.'),
} as const;

/** Converts a model to bricks, voxels, a lattice or a printable object (spec 4.4). */
export const stylizeModel = defineOperation({
  name: 'stylize_model',
  path: '/v3/models/stylize',
  title: 'Stylize',
  help: 'Turns a model into bricks, voxels, a lattice or a printable object.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  fields: FIELDS,
  rules: [{ section: '4.4', check: vxcIsPermitted }],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'processing',
  price: () => wholeCredits(20),
});

/** VXC output depends on the account. */
function vxcIsPermitted({ vxc }: Values<typeof FIELDS>, { entitlements }: RuleContext): Refusal {
  return vxc === true && entitlements?.vxc === false
    ? refuse(2013, 'vxc', ruleMessage('rule.vxc-not-permitted'))
    : null;
}
