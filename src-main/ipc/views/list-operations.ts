import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { SpendingPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { isRecipeComplete } from '../../../src-shared/jobs/recipe-completion.ts';
import {
  findPrecheck,
  findIncompatibility,
  OPERATION_GROUP,
} from '../../../src-shared/operations/operation-compatibility.ts';
import { initialParameters } from '../../../src-shared/operations/initial-parameters.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { toExtraStep, type RequestedStep } from '../../queue/commands/add-operation.ts';
import { findSubject } from '../../queue/job-list/find-subject.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** The cost of an operation on a job's step. */
export function planOperation(record: JobRecord, wanted: RequestedStep, plan: PlanJobs): SpendingPlan {
  return planOperations(record, [{ record, wanted }], plan);
}

/** The total cost of operations on jobs that are at the service of one of them. */
export function planOperations(
  { serviceKind, cloud }: JobRecord,
  jobs: readonly { readonly record: JobRecord; readonly wanted: RequestedStep }[],
  plan: PlanJobs,
): SpendingPlan {
  const planned = jobs.map(({ record, wanted }) => ({ recipe: record.recipe, steps: [toExtraStep(wanted)], count: 1 }));
  return plan(planned, { service: serviceKind, cloud });
}

/** The price of a plan with one step; null: unknown. */
export function priceOfOne({ free, lines }: SpendingPlan): string | null {
  return free ? '0.00' : (lines[0]?.each ?? null);
}

/** The operations for the result of a step, and the other steps with results; throws `not_found` if the job is not finished. */
export function listOperations(record: JobRecord, wanted: number | undefined, plan: PlanJobs): Output<'operations:of'> {
  if (!isRecipeComplete(record)) throw new AppError('not_found', message('jobs.not-finished'));
  const step = wanted ?? findResult(record);
  const taskId = record.steps[step]?.taskId ?? null;
  if (record.steps[step]?.status !== 'done' || taskId === null) {
    throw new AppError('not_found', message('jobs.step-without-result'));
  }
  const names = (Object.keys(OPERATION_GROUP) as OperationName[]).filter((name) => OPERATION_GROUP[name] !== null);
  return {
    step,
    taskId,
    file: record.artifacts.find((artifact) => artifact.step === step && artifact.role === 'model')?.id ?? null,
    steps: listSteps(record),
    free: plan([], { service: record.serviceKind, cloud: record.cloud }).free,
    operations: names.flatMap((name) => {
      const group = OPERATION_GROUP[name];
      const params = initialParameters(name);
      const price = priceOfOne(planOperation(record, { operation: name, params, from: step }, plan));
      const misfit = findIncompatibility(name, record.steps, step);
      const check = misfit === null ? findPrecheck(name, record.steps, step) : null;
      return group === null ? [] : [{ name, group, price: dependsOnMore(name, price) ? null : price, misfit, check }];
    }),
  };
}

/** True if a zero price only means that required parameters are missing. */
function dependsOnMore(name: OperationName, price: string | null): boolean {
  const { fields, price: priceOf }: Operation = OPERATIONS[name];
  return (
    price === '0.00' &&
    priceOf(initialParameters(name)) === 0 &&
    Object.values(fields).some(({ required }) => required === true)
  );
}

function listSteps({ steps }: JobRecord): Output<'operations:of'>['steps'] {
  return steps.flatMap(({ operation, exports: format, status, taskId }, step) =>
    status === 'done' && taskId !== null ? [{ step, operation, format }] : [],
  );
}

/** The main result of a job: the step with its newest mesh, otherwise the last step with any result. */
export function findResult(record: JobRecord): number {
  const { steps } = record;
  const isDone = (step: number): boolean => steps[step]?.status === 'done';
  const artifacts = record.artifacts.filter(({ step }) => isDone(step));
  const subject = findSubject({ ...record, artifacts });
  if (subject !== null && isDone(subject)) return subject;
  return artifacts.length > 0
    ? Math.max(...artifacts.map(({ step }) => step))
    : steps.findLastIndex(({ status }) => status === 'done');
}
