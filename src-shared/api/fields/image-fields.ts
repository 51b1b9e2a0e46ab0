import { z } from 'zod';
import { REQUEST_FIELDS } from './request-fields.ts';
import { field, type Field, type RequiredField } from './field.ts';
import {
  ASPECT_RATIOS,
  IMAGE_MODEL_IDS,
  IMAGE_MODELS,
  IMAGE_QUALITIES,
  IMAGE_TEMPLATES,
} from '../models/image-models.ts';
import { LIMITS } from '../protocol/limits.ts';

const SECTION = '4.3';

/**
 * Fields common to text- and image-to-image (spec 4.3, image generation fields); the prompt is required for one only.
 */
export const IMAGE_FIELDS = {
  ...REQUEST_FIELDS,
  template: field({
    schema: z.enum(IMAGE_TEMPLATES),
    title: 'Template',
    help: 'Predefined instruction. In image to image, it can replace the prompt.',
    group: 'source',
    section: SECTION,
  }),
  size: field({
    schema: z.string().max(32),
    title: 'Size',
    help: 'Resolution class such as 1K, or WIDTHxHEIGHT if the model supports it.',
    group: 'output',
    section: SECTION,
  }),
  aspect_ratio: field({
    schema: z.string().max(32),
    known: ASPECT_RATIOS,
    title: 'Aspect ratio',
    help: 'Width to height, such as 16:9. Banana models only.',
    group: 'output',
    section: SECTION,
  }),
  output_format: field({
    schema: z.enum(['png', 'jpeg']),
    title: 'File format',
    help: 'PNG preserves transparency.',
    group: 'output',
    section: SECTION,
  }),
  watermark: field({
    schema: z.boolean(),
    title: 'Watermark',
    help: 'Mark the image as generated.',
    group: 'output',
    section: SECTION,
  }),
  quality: field({
    schema: z.enum(IMAGE_QUALITIES),
    title: 'Quality',
    help: 'Chat image 2 and 2.5 only. High and above cost extra.',
    group: 'model',
    section: SECTION,
  }),
  background: field({
    schema: z.enum(['auto', 'opaque', 'transparent']),
    title: 'Background',
    help: 'Chat image 2.5 only. Transparent requires PNG.',
    group: 'output',
    onlyWith: { model: IMAGE_MODELS.filter(({ background }) => background).map(({ id }) => id) },
    section: SECTION,
  }),
} as const;

/** Returns the model field with the default of an operation. */
export function imageModelField(usual: string) {
  return field({
    schema: z.enum(IMAGE_MODEL_IDS),
    title: 'Model',
    help: 'Image generation model.',
    group: 'model',
    aliases: ['model_version'],
    default: usual,
    section: SECTION,
  });
}

/** Returns the prompt field; may be empty unless required. */
export function imagePromptField(required: true): RequiredField<z.ZodString>;
export function imagePromptField(required: false): Field<z.ZodString>;
export function imagePromptField(required: boolean): Field<z.ZodString> {
  return field({
    schema: z
      .string()
      .min(required ? 1 : 0)
      .max(LIMITS.promptImage),
    title: 'Prompt',
    help: 'Description of the image.',
    group: 'source',
    section: SECTION,
    ...(required ? { required: true as const } : {}),
  });
}
