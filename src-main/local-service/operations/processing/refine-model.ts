import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { refineModel } from '../../../engine/change/refine/refine-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** A refined model of a text-to-model draft (spec 4.4), with a preview. Throws ModelError and OperationError. */
export const runRefineModel: EngineJob<typeof OPERATIONS.refine_model> = async (input, report) => {
  const { document, notes } = await refineModel(onlySource(input), report);
  return { files: await createModelFiles(document), notes };
};
