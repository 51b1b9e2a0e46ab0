import { readAnyModel } from '../../geometry/import/read-any-model.ts';
import { sniffModelFormat } from '../../geometry/import/sniff-model-format.ts';
import { encodePreview, PREVIEW_ANGLE, renderPreview } from '../../geometry/preview/render-preview.ts';
import { toGlb } from '../../geometry/to-glb.ts';
import { onlySource, type EngineJob } from './engine-job.ts';

/** Edge of the preview in pixels. */
const PREVIEW_SIZE = 512;

/**
 * A model of any format that comes in as a GLB, with a preview (spec 4.4); a GLB that was checked all through stays as it
 * came. Throws ModelError.
 */
export const runImportModel: EngineJob = async (input, report) => {
  const source = onlySource(input);
  const { document, notes } = await readAnyModel(source);
  report(0.4, 'preview');
  const picture = await renderPreview(document, { size: PREVIEW_SIZE, ...PREVIEW_ANGLE, background: null });
  const preview = await encodePreview(picture);
  report(0.9, 'write');
  const glb = sniffModelFormat(source) === 'glb' ? source : await toGlb(document);
  return {
    files: [
      { key: 'model_url', name: 'model.glb', bytes: glb },
      { key: 'rendered_image_url', name: 'preview.webp', bytes: preview },
    ],
    notes,
  };
};
