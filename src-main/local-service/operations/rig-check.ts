import { onlySource, type EngineJob } from './engine-job.ts';

/** Whether a model can get a skeleton on this computer, and why not (spec 4.4). Throws ModelError. */
export const runRigCheck: EngineJob = async (input, report) => {
  const { checkRig } = await import('../../geometry/rig/rig-model.ts');
  report(0.1, 'body');
  const refusal = await checkRig(onlySource(input));
  if (!refusal) {
    return {
      files: [],
      values: { riggable: true, rig_type: 'biped' },
      notes: ['An upright body with two legs, two arms and a head: it can get a skeleton.'],
    };
  }
  const { reason, rigType } = refusal;
  return { files: [], values: { riggable: false, ...(rigType && { rig_type: rigType }) }, notes: [reason] };
};
