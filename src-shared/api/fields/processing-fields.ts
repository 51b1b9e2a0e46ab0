import { z } from 'zod';
import { field, type FieldGroup } from './field.ts';

const SECTION = '4.4';

/** Returns a boolean field of a processing operation. */
export function flagField(group: FieldGroup, title: string, help: string, usual = false) {
  return field({ schema: z.boolean(), title, help, group, default: usual, section: SECTION });
}

/** Returns the field for names of parts to process; default: all. */
export function partNamesField() {
  return field({
    schema: z.array(z.string()).max(1000),
    title: 'Parts',
    help: 'Names of the parts to process. Leave empty to process all parts.',
    group: 'advanced',
    section: SECTION,
  });
}

/** Returns the field for the output format of an animation operation; default: GLB (our own choice). */
export function outFormatField() {
  return field({
    schema: z.enum(['glb', 'fbx']),
    title: 'Format',
    help: 'File format of the result.',
    group: 'output',
    default: 'glb',
    section: SECTION,
  });
}
