import { z } from 'zod';
import { field } from '../fields/field.ts';
import { fileInput } from '../fields/file-input.ts';
import { IMAGE_FIELDS, imageModelField, imagePromptField } from '../fields/image-fields.ts';
import { DEFAULT_IMAGE_MODEL } from '../models/image-models.ts';
import { imageRules } from '../rules/image-rules.ts';
import { defineOperation } from '../operation.ts';
import { imagePrice } from '../pricing/prices.ts';

/** Creates an image from text (spec 4.3). */
export const textToImage = defineOperation({
  name: 'text_to_image',
  path: '/v3/generation/text-to-image',
  title: 'Text to image',
  help: 'Generates an image from a description.',
  section: '4.3',
  source: { kind: 'none' },
  extraFiles: ({ style_image: style }) => (style ? [style] : []),
  fields: {
    prompt: imagePromptField(true),
    negative_prompt: field({
      schema: z.string(),
      title: 'Negative prompt',
      help: 'Content to avoid.',
      group: 'source',
      section: '4.3',
    }),
    style_image: field({
      schema: fileInput,
      title: 'Style image',
      help: 'Image that defines the style.',
      group: 'source',
      section: '4.3',
    }),
    model: imageModelField(DEFAULT_IMAGE_MODEL.text),
    ...IMAGE_FIELDS,
  },
  rules: imageRules(DEFAULT_IMAGE_MODEL.text),
  outputs: ['generated_image_url'],
  rateClass: 'generation',
  category: () => 'image',
  price: imagePrice,
});
