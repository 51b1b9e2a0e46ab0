import { ruleMessage } from '../messages/rule-message.ts';
import { z } from 'zod';
import { field, type Values } from '../fields/field.ts';
import { IMAGE_FIELDS, imageModelField, imagePromptField } from '../fields/image-fields.ts';
import { DEFAULT_IMAGE_MODEL, findImageModel } from '../models/image-models.ts';
import { imageRules } from '../rules/image-rules.ts';
import { badParameter, defineOperation, type Refusal } from '../operation.ts';
import { imagePrice } from '../pricing/prices.ts';

const flag = (title: string, help: string) =>
  field({ schema: z.boolean(), title, help, group: 'source', section: '4.3' });

const FIELDS = {
  prompt: imagePromptField(false),
  t_pose: flag('T-pose', 'Show the character in a T-pose.'),
  sketch_to_render: flag('Sketch to render', 'Turn a sketch into a finished image.'),
  model: imageModelField(DEFAULT_IMAGE_MODEL.image),
  ...IMAGE_FIELDS,
} as const;

/** Creates an image from images (spec 4.3). */
export const imageToImage = defineOperation({
  name: 'image_to_image',
  path: '/v3/generation/image-to-image',
  title: 'Image to image',
  help: 'Generates an image from one or more images.',
  section: '4.3',
  source: { kind: 'files', media: 'image', required: true },
  fields: FIELDS,
  anyOf: ['prompt', 'template'],
  rules: [
    { section: '4.3', check: promptOrTemplate },
    { section: '4.3', check: modelTakesPictures },
    ...imageRules(DEFAULT_IMAGE_MODEL.image),
  ],
  outputs: ['generated_image_url'],
  rateClass: 'generation',
  category: () => 'image',
  price: imagePrice,
});

/** The prompt may be absent or empty only if a template provides one. */
function promptOrTemplate({ prompt = '', template }: Values<typeof FIELDS>): Refusal {
  return prompt === '' && template === undefined
    ? badParameter('prompt', ruleMessage('rule.prompt-or-template'))
    : null;
}

/** One model supports text input only. */
function modelTakesPictures({ model }: Values<typeof FIELDS>): Refusal {
  return findImageModel(model)?.textOnly
    ? badParameter('model', ruleMessage('rule.model-text-only', { model: model ?? '' }))
    : null;
}
