import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { OPERATIONS } from '../../../../src-shared/api/operations.ts';
import { onlySource, type EngineJob } from '../engine-job.ts';

/** Checks if the local engine can rig a model, with which rig type, or why not (spec 4.4). Throws ModelError. */
export const runRigCheck: EngineJob<typeof OPERATIONS.rig_check> = async (input, report) => {
  const { checkRig } = await import('../../../engine/change/rig/rig-model.ts');
  report(0.1, 'body');
  const verdict = await checkRig(onlySource(input));
  if ('reason' in verdict) return { files: [], values: { riggable: false }, notes: [verdict.reason] };
  const { rigType, facing } = verdict;
  return {
    files: [],
    values: { riggable: true, rig_type: rigType },
    notes: [rigType === 'biped' ? engineMessage('rig.biped') : engineMessage('rig.quadruped', { axis: facing })],
  };
};
