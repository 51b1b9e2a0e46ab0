import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { DEFAULT_IMAGE_MODEL, findImageModel } from '../../../../src-shared/api/models/image-models.ts';
import { toPixelSize } from '../../../engine/base/image/image-size.ts';
import type { EngineJob } from '../engine-job.ts';
import { rethrowPromptError } from '../rethrow-prompt-error.ts';

/** Samples per pixel in each direction by quality; default low. */
const SAMPLES = { low: 2, medium: 2, high: 3, xhigh: 4, max: 4 } as const;

/** An image of the scene that a prompt describes (spec 4.3); an empty prompt fails with 2007. Throws ImageError. */
export const runTextToImage: EngineJob<typeof OPERATIONS.text_to_image> = async (input, report) => {
  const values = input.values;
  const model = findImageModel(values.model ?? DEFAULT_IMAGE_MODEL.text);
  const format = values.output_format ?? 'png';
  // Loaded on demand: the catalogue is large, and most workers never read a prompt.
  const { textToImage } = await import('../../../engine/make/text/text-to-image.ts');
  const { image, notes } = await textToImage(
    values.prompt,
    {
      ...toPixelSize(values.size, values.aspect_ratio),
      negativePrompt: values.negative_prompt ?? '',
      template: values.template ?? null,
      format,
      isTransparent: model?.background === true && values.background === 'transparent' && format === 'png',
      isWatermarked: values.watermark ?? false,
      samples: SAMPLES[values.quality ?? 'low'],
      seed: 0,
      style: values.style_image ? input.sources[0]! : null,
    },
    report,
  ).catch(rethrowPromptError);
  return {
    files: [{ key: 'generated_image_url', name: format === 'jpeg' ? 'picture.jpg' : 'picture.png', bytes: image }],
    notes,
  };
};
