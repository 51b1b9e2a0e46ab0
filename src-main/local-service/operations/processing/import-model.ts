import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { readAnyModel } from '../../../engine/files/model/read-any-model.ts';
import { sniffModelFormat } from '../../../engine/files/model/sniff-model-format.ts';
import { toGlb } from '../../../engine/files/gltf/to-glb.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createPreviewFile } from '../model-files.ts';

/**
 * A model of any supported format as a GLB, with a preview (spec 4.4); a completely valid GLB that
 * needs no conversion is returned unchanged. Throws ModelError.
 */
export const runImportModel: EngineJob<typeof OPERATIONS.import_model> = async (input, report) => {
  const source = onlySource(input);
  const { document, notes } = await readAnyModel(source, 'import');
  report(0.4, 'preview');
  const preview = await createPreviewFile(document);
  report(0.9, 'write');
  const isKept = sniffModelFormat(source) === 'glb' && notes.length === 0;
  const glb = isKept ? source : await toGlb(document);
  return {
    files: [{ key: 'model_url', name: 'model.glb', bytes: glb }, preview],
    notes,
  };
};
