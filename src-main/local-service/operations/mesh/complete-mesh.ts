import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import { completeModel } from '../../../engine/change/complete/complete-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** Fields this operation reads. */
interface CompleteValues extends AnyValues {
  readonly part_names?: readonly string[];
}

/** A segmented model whose parts are closed (spec 4.4), with a preview. Throws ModelError and ConvertError. */
export const runCompleteMesh: EngineJob = async (input, report) => {
  // The request was checked against the fields of this very operation.
  const values = input.values as CompleteValues;
  const { document, closed, notes } = await completeModel(onlySource(input), values.part_names ?? [], report);
  return {
    files: await createModelFiles(document),
    notes: [...notes, ...(closed.length > 0 ? ([`Closed: ${closed.join(', ')}.`] as const) : [])],
  };
};
