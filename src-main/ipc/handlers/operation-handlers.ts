import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import {
  checkOperation,
  toRequestBody,
  type OperationRequest,
} from '../../../src-shared/operations/check-operation.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { findFieldAvailability } from '../../../src-shared/operations/field-availability.ts';
import { suggestFixes } from '../../../src-shared/operations/suggest-fixes.ts';
import type { Handlers, Input, Output } from '../../../src-shared/ipc/contract.ts';
import { replaceReferences } from '../../../src-shared/operations/map-file-parameters.ts';
import { toOperationForm, toOperationForms } from '../../../src-shared/operations/operation-forms.ts';
import { SEED_FIELDS } from '../../../src-shared/operations/seeds.ts';
import { deploymentOf } from '../../../src-shared/settings/settings.ts';
import { findStepFormat } from '../../../src-shared/recipes/step-flows.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { assertTotalConfirmed } from '../../queue/spending/assert-total-confirmed.ts';
import type { Queue } from '../../queue/queue.ts';
import type { AppSettings } from '../../settings/app-settings.ts';
import { parseAgreedTotal } from './money-handlers.ts';
import { listOperations, planOperation, priceOfOne, type PlanSteps } from '../views/list-operations.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Parts {
  readonly queue: Pick<Queue, 'find' | 'operate'>;
  readonly settings: Pick<AppSettings, 'get'>;
  readonly plan: PlanSteps;
}

type OperationCalls =
  'operations:forms' | 'operations:of' | 'operations:check' | 'operations:openings' | 'operations:order';
type Wanted = Input<'operations:check'>;

/** What the page may ask about operations on the results of jobs that are over. */
export function createOperationHandlers({ queue, settings, plan }: Parts): Pick<Handlers, OperationCalls> {
  const find = (id: string): JobRecord => {
    const record = queue.find(id);
    if (!record) throw new AppError('not_found', message('jobs.not-in-queue'));
    return record;
  };
  const judge = ({ serviceKind, cloud }: JobRecord, wanted: OperationRequest) => {
    const deployment = cloud?.deployment ?? deploymentOf({ ...settings.get(), service: serviceKind });
    return checkOperation(wanted, { deployment, entitlements: null, now: Date.now() });
  };

  return {
    'operations:forms': async () => toOperationForms(),
    'operations:of': async ({ id, step }) => listOperations(find(id), step, plan),
    'operations:check': async ({ id, step, operation, params }) => {
      const record = find(id);
      const wanted = { operation, params, taskId: taskOf(record, step) };
      const priceOf = (other: Wanted['params']): string | null =>
        priceOfOne(planOperation(record, { operation, params: other, from: step }, plan));
      const check = (other: Wanted['params']) => judge(record, { ...wanted, params: other });
      const form = toOperationForm(operation);
      const issues = check(params);
      return {
        issues: issues.map((issue) => ({ ...issue, ways: suggestFixes(form, params, issue, { check, priceOf }) })),
        price: priceOf(params),
        plan: planOperation(record, { operation, params, from: step }, plan),
        ...describeRequest(wanted),
        ...findMade(wanted),
        ...findFieldAvailability(form, params, { check, priceOf }),
      };
    },
    'operations:openings': async ({ operation, params }) => {
      const context = { deployment: deploymentOf(settings.get()), entitlements: null, now: Date.now() };
      const check = (other: Wanted['params']) =>
        checkOperation({ operation, params: { ...wordsOf(operation), ...other }, taskId: ANY_TASK }, context);
      return findFieldAvailability(toOperationForm(operation), params, { check, priceOf: () => null });
    },
    'operations:order': async ({ id, step, operation, params, agreed }) => {
      const record = find(id);
      const [issue] = judge(record, { operation, params, taskId: taskOf(record, step) });
      if (issue) throw new AppError('bad_request', issue.message);
      const wanted = { operation, params, from: step };
      assertTotalConfirmed(planOperation(record, wanted, plan), parseAgreedTotal(agreed));
      queue.operate(id, wanted);
      return null;
    },
  };
}

/** Stands in for a task that only a run brings. */
const ANY_TASK = '00000000-0000-4000-8000-000000000000';

/** Stand in for the words that a job brings to what is made of nothing else. */
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
 * The request as it will be sent, what is added to it then, and a line for a shell that orders the same. A picture of this
 * computer is shown by its name: its token comes with the upload, and where it lies is not the page's matter.
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

/** One word for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** What comes of it: whether a model, and its format where the document tells. */
function findMade({ operation, params }: OperationRequest): Pick<Output<'operations:check'>, 'makes' | 'leavesModel'> {
  const { outputs }: Operation = OPERATIONS[operation];
  const leavesModel = outputs.includes('model_url');
  return { makes: leavesModel ? findStepFormat(operation, params) : null, leavesModel };
}
