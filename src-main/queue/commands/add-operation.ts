import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { AnyValues, Operation } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { isRecipeComplete } from '../../../src-shared/jobs/recipe-completion.ts';
import { findIncompatibility } from '../../../src-shared/operations/operation-compatibility.ts';
import type { RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { findStepFormat } from '../../../src-shared/recipes/step-flows.ts';
import { mayHaveTask } from '../../pipeline/intent.ts';
import type { JobRecord, StepRecord } from '../../pipeline/job-record.ts';
import { createStepRecord } from '../create-job-records.ts';
import { chargedBefore } from '../charged-before.ts';
import { changeJob, type QueueParts } from '../queue-parts.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Maximum number of steps of a job. */
const MAX_STEPS_OF_JOB = 100;

/** One operation on the result of a step. */
export interface RequestedStep {
  /** Index of the finished step it works on. */
  readonly from: number;
  readonly operation: OperationName;
  readonly params: AnyValues;
}

/** Creates the step for an operation; a model is exported in its own format. */
export function toExtraStep({ from, operation, params }: RequestedStep): RecipeStep {
  const { outputs }: Operation = OPERATIONS[operation];
  const exports = outputs.includes('model_url') ? (findStepFormat(operation, params) ?? 'glb') : null;
  return { operation, params, from, exports };
}

/**
 * Adds an operation to a finished job as one more step and resumes the job; existing results are kept. Throws
 * `not_found` when the job is not finished, or the operation cannot use that step.
 */
export function addOperation(parts: QueueParts, id: string, wanted: RequestedStep): void {
  const { from, operation } = wanted;
  changeJob(parts, id, (record) => {
    const { steps, ...ready } = toLastSuccess(parts, record);
    if (steps[from]?.status !== 'done' || findIncompatibility(operation, steps, from) !== null) {
      throw new AppError(
        'not_found',
        message('jobs.operation-does-not-fit', { operation: message(`operation.${operation}`), step: from + 1 }),
      );
    }
    if (steps.length >= MAX_STEPS_OF_JOB) {
      throw new AppError('bad_request', message('jobs.too-many-steps', { max: MAX_STEPS_OF_JOB }));
    }
    return { ...ready, steps: [...steps, createExtraStep(toExtraStep(wanted))] };
  });
}

/** A new step in its initial state, added to a finished job. */
export function createExtraStep(step: RecipeStep): StepRecord {
  return { ...createStepRecord(step), extra: true };
}

/**
 * The job after its last success, waiting: steps that were added later and failed are removed, so that they do not
 * block it. Throws `not_found` if the job is not finished, or if such a step may still be charged.
 */
export function toLastSuccess({ intents }: Pick<QueueParts, 'intents'>, record: JobRecord): JobRecord {
  if (!isRecipeComplete(record)) throw new AppError('not_found', message('jobs.not-finished'));
  const kept = record.steps.findLastIndex(({ status }) => status === 'done') + 1;
  const gone = record.steps
    .slice(kept)
    .map((step, at) => ({ step, standing: intents.findStanding(record.id, kept + at) }));
  if (gone.some(({ step, standing }) => mayHaveTask(standing) && !step.refunded)) {
    throw new AppError('not_found', message('jobs.last-step-unconfirmed'));
  }
  for (const { standing } of gone) if (standing) intents.mark(standing.id, 'abandoned');
  const { unconfirmed: _, ...before } = record;
  return {
    ...before,
    ...chargedBefore(
      record,
      gone.map(({ step }) => step),
    ),
    status: 'waiting',
    steps: record.steps.slice(0, kept),
    step: Math.min(record.step, kept - 1),
    error: null,
    retryAt: null,
    attempts: 0,
    stopRequested: false,
    pauseRequested: false,
    // A confirmation to exceed a cap does not apply to a new step in the place of another.
    waivedCaps: (record.waivedCaps ?? []).filter(({ step }) => step < kept),
    startedAt: null,
    finishedAt: null,
  };
}
