import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { hasVertexColors } from '../../../engine/change/clean-up/texture-shape.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { readAnyModel } from '../../../engine/files/model/read-any-model.ts';
import { sniffModelFormat } from '../../../engine/files/model/sniff-model-format.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createViewStripFile } from '../generate/render-outputs.ts';
import { createPreviewFile } from '../model-files.ts';
import { findTextureSize } from '../texture-sizes.ts';

/**
 * The textured model of a generator as the result of its task: checked as any model of a user, compressed and rendered as
 * the request says. Its shape is not cleaned up, because it is the one of the request. Throws ModelError.
 */
export const finishTexture: EngineJob<typeof OPERATIONS.texture_model> = async (input, report) => {
  const source = onlySource(input);
  const { compress = '', return_multiview: wantsViews = false } = input.values;
  const { document, notes } = await readAnyModel(source, 'import');
  report(0.4, 'preview');
  const preview = await createPreviewFile(document);
  const views = wantsViews ? [await createViewStripFile(document)] : [];
  report(0.9, 'write');
  const isKept = compress === '' && sniffModelFormat(source) === 'glb' && notes.length === 0;
  const isBare = findTextureSize(document) === 0 && !hasVertexColors(document);
  const glb = isKept ? source : await toGlb(document, compress);
  return {
    files: [{ key: 'model_url', name: 'model.glb', bytes: glb }, preview, ...views],
    notes: [...notes, ...(isBare ? [engineMessage('texture.none')] : [])],
  };
};
