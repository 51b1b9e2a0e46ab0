import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { DEFAULT_IMAGE_MODEL, findImageModel } from '../../../../src-shared/api/models/image-models.ts';
import type { EngineJob } from '../engine-job.ts';
import { readSeed } from '../read-seed.ts';
import { rethrowPromptError } from '../rethrow-prompt-error.ts';

/** Cells of the relief used for lighting, by quality; default low. */
const RELIEF_EDGES = { low: 256, medium: 320, high: 384, xhigh: 512, max: 512 } as const;

/** An image edited by rules (spec 4.3); an empty prompt fails with 2007. Throws ImageError. */
export const runImageToImage: EngineJob<typeof OPERATIONS.image_to_image> = async (input, report) => {
  const values = input.values;
  const model = findImageModel(values.model ?? DEFAULT_IMAGE_MODEL.image);
  const format = values.output_format ?? 'png';
  // Loaded on demand, because it includes the catalogue of the text grammar.
  const { imageToImage } = await import('../../../engine/change/image-edit/image-to-image.ts');
  const { image, notes } = await imageToImage(
    input.sources.filter((source) => source !== null),
    {
      prompt: values.prompt ?? '',
      template: values.template ?? null,
      isTPose: values.t_pose ?? false,
      isSketch: values.sketch_to_render ?? false,
      size: values.size,
      aspectRatio: values.aspect_ratio,
      format,
      background: model?.background ? (values.background ?? 'auto') : 'auto',
      isWatermarked: values.watermark ?? false,
      reliefEdge: RELIEF_EDGES[values.quality ?? 'low'],
      seed: readSeed(values.parameters),
    },
    report,
  ).catch(rethrowPromptError);
  return {
    files: [{ key: 'generated_image_url', name: format === 'jpeg' ? 'picture.jpg' : 'picture.png', bytes: image }],
    notes,
  };
};
