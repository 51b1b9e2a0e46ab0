import type { AnyValues } from '../../../../src-shared/api/operation.ts';
import { stylizeModel, type Style } from '../../../engine/change/stylize/stylize-model.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createModelFiles } from '../model-files.ts';

/** Fields this operation reads. */
interface StylizeValues extends AnyValues {
  readonly style: Style;
  readonly block_size?: number;
  readonly vxc?: boolean;
  readonly render_image?: boolean;
}

/** A model as bricks, voxels, a net or a thing to print (spec 4.4), with a preview unless `render_image` is false. Throws ModelError and ConvertError. */
export const runStylizeModel: EngineJob = async (input, report) => {
  // The request was checked against the fields of this very operation.
  const values = input.values as StylizeValues;
  const { document, notes } = await stylizeModel(onlySource(input), values.style, values.block_size ?? null, report);
  const files = await createModelFiles(document);
  return {
    files: values.render_image === false ? files.filter(({ key }) => key === 'model_url') : files,
    notes: [
      ...notes,
      ...(values.vxc
        ? (['vxc has no effect on a draft made on this computer: the interface names no place for it.'] as const)
        : []),
    ],
  };
};
