import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { completeModel } from '../../../engine/change/complete/complete-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** A segmented model with closed parts (spec 4.4), with a preview. Throws ModelError and OperationError. */
export const runCompleteMesh: EngineJob<typeof OPERATIONS.complete_mesh> = async (input, report) => {
  const values = input.values;
  const { document, closed, notes } = await completeModel(onlySource(input), values.part_names ?? [], report);
  return {
    files: await createModelFiles(document),
    notes: [
      ...notes,
      ...(closed.length > 0 ? ([engineMessage('mesh.closed', { names: closed.join(', ') })] as const) : []),
    ],
  };
};
