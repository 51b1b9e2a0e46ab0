import { z } from 'zod';
import { REQUEST_FIELDS } from '../fields/request-fields.ts';
import { field } from '../fields/field.ts';
import { fileInput } from '../fields/file-input.ts';
import { defineOperation } from '../operation.ts';
import { wholeCredits } from '../pricing/prices.ts';

/** Splits a model into named parts (spec 4.4). */
export const segmentMesh = defineOperation({
  name: 'segment_mesh',
  path: '/v3/mesh/segment',
  title: 'Segment',
  help: 'Splits a model into named parts.',
  section: '4.4',
  source: { kind: 'task', field: 'original_model_task_id', types: null },
  extraFiles: ({ ref_image: picture }) => (picture ? [picture] : []),
  fields: {
    ...REQUEST_FIELDS,
    model: field({
      schema: z.enum(['v1.0-20250506', 'v2.0-20260430']),
      title: 'Version',
      help: 'Segmentation model version.',
      group: 'model',
      default: 'v1.0-20250506',
      aliases: ['model_version'],
      section: '4.4',
    }),
    ref_image: field({
      schema: fileInput,
      title: 'Reference image',
      help: 'Image whose colors mark the parts.',
      group: 'source',
      section: '4.4',
    }),
  },
  rules: [],
  outputs: ['model_url', 'rendered_image_url'],
  rateClass: 'generation',
  category: () => 'mesh',
  price: () => wholeCredits(40),
});
