import { withoutChosenGenerator } from '../../../../src-shared/api/generators/chosen-generator.ts';
import { withCleanupParameter } from '../../../../src-shared/api/generators/cleanup-parameter.ts';
import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import type { GeneratorRequest } from '../generator.ts';
import { FINISHED_FIELDS } from '../request-fields.ts';

/** Fields that this service applies itself, that are about this service, or whose files it uploads again. */
const OWN_FIELDS: ReadonlySet<string> = new Set([...FINISHED_FIELDS, 'style_image', 'texture_prompt', 'priority']);

const VIEWS = ['front', 'left', 'back', 'right'] as const;

/** The request that removes a background; other image models ignore `background`. */
const CUT_OUT = {
  prompt: 'remove the background',
  model: 'chat_image_2.5_flare',
  background: 'transparent',
  output_format: 'png',
} as const;

/** Uploads a file of a request; returns its token. */
type Upload = (file: string) => Promise<string>;

/** The body of a task for another service, with its own files and, for `texture_model`, its task of the model. */
export async function toTaskBody(
  request: Pick<GeneratorRequest, 'operation' | 'images' | 'values' | 'prompt' | 'seed'>,
  original: string | undefined,
  upload: Upload,
): Promise<AnyValues> {
  const { operation, images, values, prompt, seed } = request;
  if (operation === 'remove_background') return { ...CUT_OUT, input: await upload(images.image ?? '') };
  // The other service could have another generator of that name, or none.
  const passed = withCleanupParameter(withoutChosenGenerator(values), undefined);
  const kept = Object.fromEntries(Object.entries(passed).filter(([field]) => !OWN_FIELDS.has(field)));
  if (operation === 'texture_model') {
    const described = await toTexturePrompt(images, prompt, upload);
    return { ...kept, texture_seed: seed, original_model_task_id: original, ...described };
  }
  const body = { ...kept, model_seed: seed, ...(values['texture'] === false && { texture: false }) };
  if (images.image !== undefined) return { ...body, input: await upload(images.image) };
  return images.front === undefined ? body : { ...body, inputs: await uploadViews(images, upload) };
}

async function toTexturePrompt(
  images: GeneratorRequest['images'],
  text: string | null,
  upload: Upload,
): Promise<AnyValues> {
  if (text !== null) return { texture_prompt: { text } };
  if (images.image !== undefined) return { texture_prompt: { image: await upload(images.image) } };
  return images.front === undefined ? {} : { texture_prompt: { images: await uploadViews(images, upload) } };
}

async function uploadViews(images: GeneratorRequest['images'], upload: Upload): Promise<string[]> {
  const tokens: string[] = [];
  for (const view of VIEWS) {
    const file = images[view];
    tokens.push(file === undefined ? '' : await upload(file));
  }
  return tokens;
}
