import { describe, expect, test } from 'vitest';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { readRigVerdict } from '../../../src-main/pipeline/steps/read-rig-verdict.ts';
import { checkRig } from '../../../src-shared/api/operations/check-rig.ts';
import { rigModel } from '../../../src-shared/api/operations/rig-model.ts';
import { CHARACTER } from '../../../src-shared/recipes/built-in/character.ts';
import { createStepRecord } from '../../../src-main/queue/create-job-records.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const steps = CHARACTER.picture?.steps.map((step) => createStepRecord(step)) ?? [];
const job = buildJob({
  steps: steps.map((step, index) => (index === 0 ? { ...step, status: 'done', creditsConsumed: '30.00' } : step)),
});

function verdict(output: { riggable?: boolean; rig_type?: string }, record: JobRecord = job): string[] {
  return readRigVerdict({ output }, checkRig.outputs, record, 1).map(toEnglish);
}

describe('a rig check', () => {
  test('that says yes lets the job go on', () => {
    expect(verdict({ riggable: true, rig_type: 'biped' })).toEqual([
      'The rig check found that the model can be rigged (biped).',
    ]);
  });

  test('that says no ends the job before the skeleton is bought and names what stays charged', () => {
    expect(() => verdict({ riggable: false })).toThrow(
      expect.objectContaining({
        code: 'not_riggable',
        retryable: false,
        message:
          'The rig check found that this model cannot be rigged, so rigging was not started. Finished steps remain, and so do their charges: Image to model (30.00 credits).',
      }),
    );
  });

  test('that finds another kind of body than the skeleton asked for ends the job likewise', () => {
    expect(() => verdict({ riggable: true, rig_type: 'Quadruped' })).toThrow(
      expect.objectContaining({
        code: 'not_riggable',
        message:
          'The rig check found quadruped, but biped was requested, so rigging was not started. Finished steps remain, and so do their charges: Image to model (30.00 credits).',
      }),
    );
    const asking = (rigType: string): JobRecord => ({
      ...job,
      steps: job.steps.map((step) =>
        step.operation === 'rig_model' ? { ...step, params: { ...step.params, rig_type: rigType } } : step,
      ),
    });
    expect(verdict({ riggable: true, rig_type: 'quadruped' }, asking('quadruped'))).toHaveLength(1);
    const checking = { ...job, steps: job.steps.slice(0, 2) };
    expect(verdict({ riggable: true, rig_type: 'quadruped' }, checking)).toHaveLength(1);
    expect(verdict({ riggable: true, rig_type: 'dragon' })).toHaveLength(1);
  });

  test('that says no where no skeleton was wanted is a note', () => {
    expect(verdict({ riggable: false }, { ...job, steps: job.steps.slice(0, 2) })).toHaveLength(1);
  });

  test('that says nothing is a note', () => {
    expect(verdict({})).toEqual(['The rig check did not report whether the model can be rigged.']);
  });
});

test('a skeleton tells its kind', () => {
  expect(readRigVerdict({ output: { rig_type: 'avian' } }, rigModel.outputs, job, 2).map(toEnglish)).toEqual([
    'The model is rigged (avian).',
  ]);
});
