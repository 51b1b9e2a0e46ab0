import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { segmentModel, type SegmentResult } from '../../../engine/change/segment/segment-model.ts';
import { onlySource, type EngineJob, type EngineResult } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** A model cut into named parts (spec 4.4), with a preview. Throws ModelError and OperationError. */
export const runSegmentMesh: EngineJob<typeof OPERATIONS.segment_mesh> = async (input, report) => {
  const made = await createPartsResult(await segmentModel(onlySource(input), report));
  if (!input.values['ref_image']) return made;
  return { ...made, notes: [...made.notes, engineMessage('field.ref-image')] };
};

/** The files of a segmented model, and its part names in a note, for use in `part_names`. */
export async function createPartsResult({ document, names, notes }: SegmentResult): Promise<EngineResult> {
  return {
    files: await createModelFiles(document),
    notes: [...notes, engineMessage('mesh.parts', { names: names.join(', ') })],
  };
}
