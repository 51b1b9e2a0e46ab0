import type { OperationName } from '../../../src-shared/api/operations.ts';
import { runConvertModel } from './convert-model.ts';
import type { EngineJob } from './engine-job.ts';
import { runImageToModel } from './image-to-model.ts';
import { runImportModel } from './import-model.ts';

/** The work behind every operation; one that is missing here does not compile. */
export const ENGINE_JOBS: Readonly<Record<OperationName, EngineJob>> = {
  image_to_model: runImageToModel,
  convert_model: runConvertModel,
  import_model: runImportModel,
};
