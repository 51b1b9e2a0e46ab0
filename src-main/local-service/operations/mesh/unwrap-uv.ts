import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { MAX_UV_TRIANGLES } from '../../../../src-shared/api/operations/unwrap-uv.ts';
import { unwrapModel } from '../../../engine/change/unwrap/unwrap-model.ts';
import { encodePreview } from '../../../engine/base/render/render-preview.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** A model with new UVs, an image of it and one of its UV atlas (spec 4.4). Throws ModelError and OperationError. */
export const runUnwrapUv: EngineJob<typeof OPERATIONS.unwrap_uv> = async (input, report) => {
  const { document, atlas, notes } = await unwrapModel(onlySource(input), MAX_UV_TRIANGLES, report);
  return {
    files: [
      ...(await createModelFiles(document)),
      { key: 'uv_render_url', name: 'uv.webp', bytes: await encodePreview(atlas) },
    ],
    notes,
  };
};
