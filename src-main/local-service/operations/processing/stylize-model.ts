import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { stylizeModel } from '../../../engine/change/stylize/stylize-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** A model as bricks, voxels, a paper net or for printing (spec 4.4), with a preview unless `render_image` is false. Throws ModelError and OperationError. */
export const runStylizeModel: EngineJob<typeof OPERATIONS.stylize_model> = async (input, report) => {
  const values = input.values;
  const { document, notes } = await stylizeModel(onlySource(input), values.style, values.block_size ?? null, report);
  const files = await createModelFiles(document);
  return {
    files: values.render_image === false ? files.filter(({ key }) => key === 'model_url') : files,
    notes: [...notes, ...(values.vxc ? ([engineMessage('field.vxc')] as const) : [])],
  };
};
