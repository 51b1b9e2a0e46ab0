import { lstat } from 'node:fs/promises';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { toClientContext, type Operation } from '../../../src-shared/api/operation.ts';
import {
  checkOperation,
  toRequestBody,
  type OperationRequest,
} from '../../../src-shared/operations/check-operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { findFieldAvailability } from '../../../src-shared/operations/field-availability.ts';
import { suggestFixes } from '../../../src-shared/operations/suggest-fixes.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { operationCalls } from '../../../src-shared/ipc/calls/operation-calls.ts';
import type { Input, Output } from '../../../src-shared/ipc/contract.ts';
import { replaceReferences } from '../../../src-shared/operations/map-file-parameters.ts';
import { toOperationForm, toOperationForms } from '../../../src-shared/operations/operation-forms.ts';
import { SEED_FIELDS } from '../../../src-shared/api/fields/seed-fields.ts';
import { deploymentOf } from '../../../src-shared/settings/settings.ts';
import { findStepFormat } from '../../../src-shared/recipes/step-flows.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { findConverted } from '../../queue/commands/export-job.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import type { PlanJobs } from '../../queue/spending/plan.ts';
import type { Queue } from '../../queue/queue.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { parseAgreedTotal } from '../agreed-total.ts';
import { getJob } from '../get-job.ts';
import { findAlsoOperated, type OperatedJob } from '../also-operated.ts';
import { listOperations, planOperation, planOperations, priceOfOne } from '../views/list-operations.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Parts {
  readonly queue: Pick<Queue, 'find' | 'findOperationRefusal' | 'operate'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly plan: PlanJobs;
}

type Wanted = Input<'operations:check'>;

/** Handlers of the calls about operations on the results of finished jobs. */
export function createOperationHandlers({ queue, settings, plan }: Parts): HandlersOf<typeof operationCalls> {
  const get = (id: string): JobRecord => getJob(queue, id);
  const judge = ({ serviceKind, cloud }: JobRecord, wanted: OperationRequest) => {
    const deployment = cloud?.deployment ?? deploymentOf({ ...settings.get(), service: serviceKind });
    return checkOperation(wanted, toClientContext({ deployment, now: Date.now() }));
  };

  const findOthers = (first: OperatedJob, also: readonly string[]) =>
    findAlsoOperated(queue, first, also, ({ record, wanted }) => {
      const request = { ...wanted, taskId: taskOf(record, wanted.from) };
      return judge(record, request).length === 0;
    });

  const isPossible = ({ record: { id }, wanted }: OperatedJob): boolean => {
    const record = queue.find(id);
    return record !== undefined && queue.findOperationRefusal(record, wanted) === null;
  };

  return {
    'operations:forms': async () => toOperationForms(),
    'operations:of': async ({ id, step }) => listOperations(get(id), step, plan),
    'operations:check': async ({ id, step, operation, params, also = [] }) => {
      const record = get(id);
      const wanted = { operation, params, taskId: taskOf(record, step) };
      const first = { record, wanted: { operation, params, from: step } };
      const others = findOthers(first, also);
      const whole = planOperations(record, [first, ...others], plan);
      const priceOf = (other: Wanted['params']): string | null =>
        priceOfOne(planOperation(record, { operation, params: other, from: step }, plan));
      const check = (other: Wanted['params']) => judge(record, { ...wanted, params: other });
      const form = toOperationForm(operation);
      const issues = check(params);
      return {
        issues: issues.map((issue) => ({ ...issue, ways: suggestFixes(form, params, issue, { check, priceOf }) })),
        price: others.length === 0 ? priceOf(params) : whole.unknown > 0 ? null : whole.total,
        plan: whole,
        others: others.length,
        leftOut: new Set(also.filter((other) => other !== id)).size - others.length,
        ...describeRequest(wanted),
        ...findMade(wanted),
        ...findFieldAvailability(form, params, { check, priceOf }),
      };
    },
    'operations:openings': async ({ operation, params }) => {
      const context = toClientContext({ deployment: deploymentOf(settings.get()), now: Date.now() });
      const check = (other: Wanted['params']) =>
        checkOperation({ operation, params: { ...wordsOf(operation), ...other }, taskId: ANY_TASK }, context);
      return findFieldAvailability(toOperationForm(operation), params, { check, priceOf: () => null });
    },
    'operations:order': async ({ id, step, operation, params, also = [], agreed }) => {
      const record = get(id);
      const [issue] = judge(record, { operation, params, taskId: taskOf(record, step) });
      if (issue) throw new AppError('bad_request', issue.message);
      const first = { record, wanted: { operation, params, from: step } };
      const jobs = [first, ...findOthers(first, also)];
      const existing = await Promise.all(jobs.map((job) => findExisting(job)));
      // Checked again before the first order: jobs may have changed while their files were looked up.
      const refusal = existing[0] === null ? queue.findOperationRefusal(get(id), first.wanted) : null;
      if (refusal) throw refusal;
      const due = jobs.filter((job, index) => existing[index] === null && isPossible(job));
      if (due.length > 0) assertTotalConfirmed(planOperations(record, due, plan), parseAgreedTotal(agreed));
      for (const job of due) queue.operate(job.record.id, job.wanted);
      return { existing: existing[0] ?? null, ordered: due.length };
    },
  };
}

/** Id of the file of the same conversion; null: there is none. */
async function findExisting({ record, wanted }: OperatedJob): Promise<string | null> {
  const made = findConverted(record, wanted);
  const isThere = made?.exportedPath && (await lstat(made.exportedPath).catch(() => null)) !== null;
  return made && isThere ? made.id : null;
}

/** Placeholder for the task that exists only once the recipe runs. */
const ANY_TASK = '00000000-0000-4000-8000-000000000000';

/** A placeholder prompt for operations whose only source is the job's prompt. */
function wordsOf(operation: OperationRequest['operation']): Wanted['params'] {
  const { source }: Operation = OPERATIONS[operation];
  return source.kind === 'none' ? { prompt: 'a chair' } : {};
}

/** The task of a finished step. */
function taskOf({ steps }: JobRecord, step: number): string {
  const { status, taskId = null } = steps[step] ?? {};
  if (status === 'done' && taskId !== null) return taskId;
  throw new AppError('not_found', message('jobs.step-without-result'));
}

/**
 * The request as it will be sent, the parameters added at that time, and an equivalent shell command. Local images are
 * shown by name: their token comes with the upload, and the page must not know their path.
 */
function describeRequest(wanted: OperationRequest): Pick<Output<'operations:check'>, 'request' | 'later' | 'command'> {
  const { path, fields }: Operation = OPERATIONS[wanted.operation];
  const { operation } = wanted;
  const uploads: string[] = [];
  const sent = replaceReferences(operation, wanted.params, ({ name }) => `<token of ${name}>`);
  const typed = replaceReferences(operation, wanted.params, ({ name }, field) => {
    uploads.push(` --upload ${quote(`${field}=${name}`)}`);
    return undefined;
  });
  const bodyOf = (params: Wanted['params']) => toRequestBody({ ...wanted, params });
  const seeds = SEED_FIELDS.filter((field) => Object.hasOwn(fields, field) && wanted.params[field] === undefined);
  return {
    request: { path, body: JSON.stringify(bodyOf(sent), null, 2) },
    later: [...seeds, 'client_ref'],
    command: `dropforge call ${operation} --body ${quote(JSON.stringify(bodyOf(typed)))}${uploads.join('')}`,
  };
}

/** Quotes one shell argument. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The format of the model that the operation produces, if any and if the interface documents one. */
function findMade({ operation, params }: OperationRequest): Pick<Output<'operations:check'>, 'makes' | 'leavesModel'> {
  const { outputs }: Operation = OPERATIONS[operation];
  const leavesModel = outputs.includes('model_url');
  return { makes: leavesModel ? findStepFormat(operation, params) : null, leavesModel };
}
