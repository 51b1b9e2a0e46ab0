import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import type { RigType } from '../../../engine/change/rig/find-figure.ts';
import { RigError } from '../../../engine/change/rig/rig-error.ts';
import { ApiError } from '../../api-error.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';
import { createPreviewFile } from '../model-files.ts';
import { createRiggedFile } from './rigged-file.ts';

/** The body types that can be rigged, by their wire names. */
const RIG_TYPES: readonly RigType[] = ['biped', 'quadruped'];

/**
 * A skeleton for an upright figure or a four-legged animal, as GLB or FBX, with a preview (spec 4.4). The interface leaves
 * the default of `spec` open; here: Mixamo's names, which most programs support. Mixamo has none for four legs: a quadruped
 * gets the service's own. A body that the rig check rejects fails with 2007 and the same message. Throws ModelError.
 */
export const runRig: EngineJob<typeof OPERATIONS.rig_model> = async (input, report) => {
  const { out_format: format = 'glb', spec, rig_type: type = 'biped' } = input.values;
  const rigType = RIG_TYPES.find((known) => known === type.toLowerCase());
  if (!rigType) {
    throw new ApiError(2007, serviceMessage('task-failure.rig-type', { type: type.slice(0, 40) }));
  }
  const { rigModel } = await import('../../../engine/change/rig/rig-model.ts');
  const { document, notes } = await rigModel(onlySource(input), { rigType, spec: spec ?? 'mixamo' }, (share, stage) =>
    report(share * 0.7, stage),
  ).catch(rethrowRigError);
  report(0.7, 'preview');
  const preview = await createPreviewFile(document);
  report(0.85, 'write');
  const written = await createRiggedFile(document, format);
  const isRenamed = rigType === 'quadruped' && spec === 'mixamo';
  return {
    files: [written.file, preview],
    values: { rig_type: rigType },
    notes: [...notes, ...written.notes, ...(isRenamed ? ([engineMessage('rig.mixamo-quadruped')] as const) : [])],
  };
};

/** Converts the error for an unsupported body or animation to a failure with 2007; always throws. */
export function rethrowRigError(error: unknown): never {
  throw error instanceof RigError ? new ApiError(2007, error.detail) : error;
}
