import { readModel } from '../../geometry/read-model.ts';
import { encodePreview, PREVIEW_ANGLE, renderPreview } from '../../geometry/render-preview.ts';
import { onlySource, type EngineJob } from './engine-job.ts';

/** Edge of the preview in pixels. */
const PREVIEW_SIZE = 512;

/** A GLB that was checked all through, as it came, with a preview (spec 4.4). Throws ModelError. */
export const runImportModel: EngineJob = async (input, report) => {
  const source = onlySource(input);
  const document = await readModel(source);
  report(0.4, 'preview');
  const picture = await renderPreview(document, { size: PREVIEW_SIZE, ...PREVIEW_ANGLE, background: null });
  const preview = await encodePreview(picture);
  report(0.9, 'write');
  return {
    files: [
      { key: 'model_url', name: 'model.glb', bytes: source },
      { key: 'rendered_image_url', name: 'preview.webp', bytes: preview },
    ],
    notes: [],
  };
};
