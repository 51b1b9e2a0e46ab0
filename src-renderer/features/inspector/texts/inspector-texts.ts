import { pluralize } from '../../../app/language/pluralize.ts';

/** Texts of the inspector. */
export const INSPECTOR_TEXTS = {
  outputs: 'Outputs',
  files: (count: number, bytes: string) => `${pluralize(count, 'file')} · ${bytes}`,
  noOutputs: 'Exported files appear here.',
  made: 'Generated with',
  recipe: 'Recipe',
  service: 'Service',
  tasks: 'Tasks',
  source: 'Source',
  created: 'Added',
  took: 'Duration',
  seeds: { model_seed: 'Model seed', texture_seed: 'Texture seed', image_seed: 'Image seed' },
  draft: 'Draft, generated on this computer',
  notes: 'Notes',
  none: 'Select a job to view its details.',
  request: (id: string) => `Request ${id}`,
} as const;
