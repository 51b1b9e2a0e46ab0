import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { z } from 'zod';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import { imageToSplat } from '../../../engine/make/splat/image-to-splat.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';

const USUAL_SPLATS = 200_000;

/** Below the minimum no surface is visible; above the maximum the memory use exceeds the benefit. */
const PARAMETERS = z.object({
  splats: z.int().min(1000).max(1_000_000).default(USUAL_SPLATS),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(0),
});

/**
 * A draft Gaussian splat from one image (spec 4.3). The specification defines neither payload nor output: here `parameters`
 * may contain `splats` (1,000 to 1,000,000) and `seed`, and the result has both common formats and a preview. Throws
 * ImageError, OperationError and ApiError.
 */
export const runImageToSplat: EngineJob<typeof OPERATIONS.image_to_splat> = async (input, report) => {
  const parameters = PARAMETERS.safeParse(input.values['parameters'] ?? {});
  if (!parameters.success) {
    throw new ApiError(1004, serviceMessage('task-failure.splat-parameters'));
  }
  const { splats: count, seed } = parameters.data;
  const { ply, splat, preview, notes } = await imageToSplat(onlySource(input), { count, seed }, report, input.maps);
  return {
    files: [
      { key: 'model_url', name: 'splats.ply', bytes: ply },
      { key: 'splat_url', name: 'splats.splat', bytes: splat },
      { key: 'rendered_image_url', name: 'preview.webp', bytes: preview },
    ],
    notes: [...notes, engineMessage('views.splats', { count })],
  };
};
