import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { imageToViews } from '../../../engine/make/multi-view/image-to-views.ts';
import { VIEW_NAMES } from '../../../engine/base/views/view-name.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';

/** Edge length of a view in pixels: the working size of images. */
const SIZE = 1024;

/** Four draft views of the subject of one image (spec 4.3). Throws ImageError. */
export const runImageToMultiview: EngineJob<typeof OPERATIONS.generate_multiview_image> = async (input, report) => {
  const { views, notes } = await imageToViews(onlySource(input), SIZE, report, input.maps);
  return {
    files: VIEW_NAMES.map((name, slot) => ({
      key: `${name}_view_url` as const,
      name: `${name}.png`,
      bytes: views[slot]!,
    })),
    notes,
  };
};
