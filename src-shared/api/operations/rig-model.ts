import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field } from '../fields/field.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';
import { outFormatField } from '../fields/processing-fields.ts';

/** Rig types in common use. The document names only the default: suggestions, never a restriction. */
export const RIG_TYPES = [
  'biped',
  'quadruped',
  'hexapod',
  'octopod',
  'avian',
  'serpentine',
  'aquatic',
  'others',
] as const;

/** Creates a skeleton for a model (spec 4.4). */
export const rigModel = defineOperation({
  name: 'rig_model',
  path: '/v3/animations/rig',
  title: 'Rig',
  help: 'Adds a skeleton to a model.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  precheck: 'rig_check',
  fields: {
    ...REQUEST_FIELDS,
    model: field({
      schema: z.enum(['v1.0-20240301', 'v2.5-20260210']),
      title: 'Version',
      help: 'Rigging model version.',
      group: 'model',
      default: 'v1.0-20240301',
      aliases: ['model_version'],
      section: '4.4',
    }),
    out_format: outFormatField(),
    spec: field({
      schema: z.enum(['mixamo', 'tripo']),
      title: 'Bone names',
      help: 'Naming convention for bones: Mixamo or the service’s own.',
      group: 'output',
      section: '4.4',
    }),
    rig_type: field({
      schema: z.string().min(1).max(64),
      title: 'Rig type',
      help: 'Type of skeleton.',
      group: 'geometry',
      default: 'biped',
      known: RIG_TYPES,
      aliases: ['topology'],
      section: '4.4',
    }),
  },
  rules: [],
  outputs: ['model_url', 'rendered_image_url', 'rig_type'],
  rateClass: 'generation',
  category: () => 'animation',
  price: () => wholeCredits(25),
});
