import { z } from 'zod';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { incompatibility, OPERATION_GROUPS } from '../../operations/operation-compatibility.ts';
import { agreed, id, ids, nothing } from './call-schemas.ts';
import { spendingPlan } from '../views/money-view.ts';
import { unavailableChoice, fieldIssue, fieldRange, operationForm } from '../views/operation-view.ts';
import { MAX_OTHER_JOBS } from '../../operations/max-other-jobs.ts';

const operation = z.enum(OPERATION_NAMES);

/** Index of a step of the job. */
const step = z.int().min(0);

/** One operation on the result of a step of a finished job. */
const wanted = z.object({
  id,
  step,
  operation,
  /** As sent to the service; omitted ones have their default. */
  params: z.record(z.string().max(200), z.unknown()),
});

/** Other jobs to run the operation on, each on its main result; those it does not apply to are left out. */
const also = ids.max(MAX_OTHER_JOBS).optional();

/** Operations for a result. */
const operationChoices = z.object({
  /** The step that produced the result. */
  step,
  /** Every step whose result can be processed further. */
  steps: z.array(z.object({ step, operation, format: z.enum(FORMATS).nullable() })),
  taskId: z.string(),
  /** Id of its model file; null: none. */
  file: id.nullable(),
  /** True if everything is free at the job's service. */
  free: z.boolean(),
  operations: z.array(
    z.object({
      name: operation,
      group: z.enum(OPERATION_GROUPS),
      /** With the initial parameters; null: unknown, or it depends on parameters. */
      price: z.string().nullable(),
      /** Null: it can be applied. */
      misfit: incompatibility.nullable(),
      /** The check to run on this result first; null: there is none, or it was run. */
      check: operation.nullable(),
    }),
  ),
});

/** Choices and ranges that are available with the current parameters. */
const openings = z.object({ barred: z.array(unavailableChoice).readonly(), ranges: z.array(fieldRange).readonly() });

/** Preview of an operation. */
const operationCheck = openings.extend({
  issues: z.array(fieldIssue),
  /** Of all jobs together; null: unknown. */
  price: z.string().nullable(),
  /** Of all jobs together. */
  plan: spendingPlan,
  /** Number of other jobs that it will run on, and of those that are left out. */
  others: z.int(),
  leftOut: z.int(),
  /** The request as it will be sent, without the parameters in `later`; the body is JSON. It contains no key. */
  request: z.object({ path: z.string(), body: z.string() }),
  /** Parameters that are added when the request is sent. */
  later: z.array(z.string()),
  /** A shell command that does the same. */
  command: z.string(),
  /** Format of the file; null: no model, or only the service knows. */
  makes: z.enum(FORMATS).nullable(),
  /** True if it produces a model. */
  leavesModel: z.boolean(),
});

/** Calls about operations: channel → [input, output]. */
export const operationCalls = {
  /** The parameters of every operation; constant while the app runs. */
  'operations:forms': [nothing, z.array(operationForm)],
  /** Operations for the result of a step; default: the job's last step. */
  'operations:of': [z.object({ id, step: step.optional() }), operationChoices],
  /** Checks an operation completely; sends nothing. */
  'operations:check': [wanted.extend({ also }), operationCheck],
  /** Unavailable choices and number ranges of a recipe's operation, for any source and without prices. */
  'operations:openings': [wanted.pick({ operation: true, params: true }), openings],
  /**
   * Adds an operation to finished jobs as one more step; `agreed` as in `queue:add`. A conversion whose file exists is
   * not repeated: `existing` is that file of the first job. `ordered`: number of jobs that run it.
   */
  'operations:order': [wanted.extend({ also, agreed }), z.object({ existing: id.nullable(), ordered: z.int() })],
} as const;
