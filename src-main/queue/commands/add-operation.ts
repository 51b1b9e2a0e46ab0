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
 * Adds an operation to a finished job as one more step and resumes the job; existing results are kept. Throws the error of
 * `findOperationRefusal`.
 */
export function addOperation(parts: QueueParts, id: string, wanted: RequestedStep): void {
  changeJob(parts, id, (record) => {
    const refusal = findOperationRefusal(parts, record, wanted);
    if (refusal) throw refusal;
    const { steps, ...ready } = toLastSuccess(parts, record);
    return { ...ready, steps: [...steps, createExtraStep(toExtraStep(wanted))] };
  });
}

/**
 * Why an operation cannot be added to a job; null: it can. `not_found`: see `findAdditionRefusal`, or the operation cannot use
 * that step. `bad_request`: the job has too many steps.
 */
export function findOperationRefusal(
  parts: Pick<QueueParts, 'intents'>,
  record: JobRecord,
  { from, operation }: RequestedStep,
): AppError | null {
  const refusal = findAdditionRefusal(parts, record);
  if (refusal) return refusal;
  const { kept } = splitAtLastSuccess(parts, record);
  if (kept[from]?.status !== 'done' || findIncompatibility(operation, kept, from) !== null) {
    return new AppError(
      'not_found',
      message('jobs.operation-does-not-fit', { operation: message(`operation.${operation}`), step: from + 1 }),
    );
  }
  if (kept.length < MAX_STEPS_OF_JOB) return null;
  return new AppError('bad_request', message('jobs.too-many-steps', { max: MAX_STEPS_OF_JOB }));
}

/**
 * Why no step can be added to a job; null: one can. `not_found`: the job is not finished, or a step after its last success
 * may still be charged.
 */
export function findAdditionRefusal(parts: Pick<QueueParts, 'intents'>, record: JobRecord): AppError | null {
  if (!isRecipeComplete(record)) return new AppError('not_found', message('jobs.not-finished'));
  const { gone } = splitAtLastSuccess(parts, record);
  return gone.some(({ step, standing }) => mayHaveTask(standing) && !step.refunded)
    ? new AppError('not_found', message('jobs.last-step-unconfirmed'))
    : null;
}

/** A new step in its initial state, added to a finished job. */
export function createExtraStep(step: RecipeStep): StepRecord {
  return { ...createStepRecord(step), extra: true };
}

/** The steps up to the last success, and those added later that failed or were stopped, with their intents. */
function splitAtLastSuccess({ intents }: Pick<QueueParts, 'intents'>, { id, steps }: JobRecord) {
  const count = steps.findLastIndex(({ status }) => status === 'done') + 1;
  const gone = steps.slice(count).map((step, at) => ({ step, standing: intents.findStanding(id, count + at) }));
  return { kept: steps.slice(0, count), gone };
}

/**
 * The job after its last success, waiting: steps that were added later and failed are removed, so that they do not
 * block it. Throws the error of `findAdditionRefusal`.
 */
export function toLastSuccess(parts: Pick<QueueParts, 'intents'>, record: JobRecord): JobRecord {
  const refusal = findAdditionRefusal(parts, record);
  if (refusal) throw refusal;
  const { kept, gone } = splitAtLastSuccess(parts, record);
  for (const { standing } of gone) if (standing) parts.intents.mark(standing.id, 'abandoned');
  const { unconfirmed: _, ...before } = record;
  return {
    ...before,
    ...chargedBefore(
      record,
      gone.map(({ step }) => step),
    ),
    status: 'waiting',
    steps: kept,
    step: Math.min(record.step, kept.length - 1),
    error: null,
    retryAt: null,
    attempts: 0,
    stopRequested: false,
    pauseRequested: false,
    // A confirmation to exceed a cap does not apply to a new step in the place of another.
    waivedCaps: (record.waivedCaps ?? []).filter(({ step }) => step < kept.length),
    startedAt: null,
    finishedAt: null,
  };
}
