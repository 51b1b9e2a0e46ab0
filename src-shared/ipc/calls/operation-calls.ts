import { z } from 'zod';
import { OPERATION_NAMES } from '../../api/operations.ts';
import { FORMATS } from '../../formats/formats.ts';
import { incompatibility, OPERATION_GROUPS } from '../../operations/operation-compatibility.ts';
import { agreed, id, nothing } from './call-schemas.ts';
import { spendingPlan } from '../views/money-view.ts';
import { unavailableChoice, fieldIssue, fieldRange, operationForm } from '../views/operation-view.ts';

const operation = z.enum(OPERATION_NAMES);

/** Index of a step of the job. */
const step = z.int().min(0);

/** One operation on the result of a step of a finished job. */
const wanted = z.object({
  id,
  step,
  operation,
  /** On the wire; what is left out has its default. */
  params: z.record(z.string().max(200), z.unknown()),
});

/** What can be made of a result. */
export const operationChoices = z.object({
  /** The step whose result it is about. */
  step,
  /** Every step whose result can be worked on. */
  steps: z.array(z.object({ step, operation, format: z.enum(FORMATS).nullable() })),
  taskId: z.string(),
  /** Id of the model file it left; null: none. */
  file: id.nullable(),
  /** Nothing costs anything where the job was made. */
  free: z.boolean(),
  operations: z.array(
    z.object({
      name: operation,
      group: z.enum(OPERATION_GROUPS),
      /** With every default; null: not known, or it depends on what is set. */
      price: z.string().nullable(),
      /** Null: it can be ordered. */
      misfit: incompatibility.nullable(),
      /** Tells first whether it can succeed, and was not run on this result; null: nothing does, or it was. */
      check: operation.nullable(),
    }),
  ),
});

/** What is open and what is not beside what is set. */
const openings = z.object({ barred: z.array(unavailableChoice).readonly(), ranges: z.array(fieldRange).readonly() });

/** What an operation would be, before it is ordered. */
export const operationCheck = openings.extend({
  issues: z.array(fieldIssue),
  /** Null: not known. */
  price: z.string().nullable(),
  plan: spendingPlan,
  /** The request as it will be sent, but for what `later` names; the body is JSON. It holds no key. */
  request: z.object({ path: z.string(), body: z.string() }),
  /** Parameters that are drawn or added when it is sent. */
  later: z.array(z.string()),
  /** A line for a shell that orders the same. */
  command: z.string(),
  /** What the file will be; null: no model, or only the service knows. */
  makes: z.enum(FORMATS).nullable(),
  /** Whether a model comes of it. */
  leavesModel: z.boolean(),
});

/** What the page may ask about operations: channel → [input, output]. */
export const operationCalls = {
  /** What can be set of every operation; it never changes while the app runs. */
  'operations:forms': [nothing, z.array(operationForm)],
  /** What can be made of the result of a step; absent: of the job's last one. */
  'operations:of': [z.object({ id, step: step.optional() }), operationChoices],
  /** Judges an operation completely; nothing is sent. */
  'operations:check': [wanted, operationCheck],
  /** What cannot be chosen, and the bounds of numbers, of an operation of a recipe, whatever it works on; prices are left out. */
  'operations:openings': [wanted.pick({ operation: true, params: true }), openings],
  /** Makes an operation one more step of a finished job; `agreed` as in `queue:add`. */
  'operations:order': [wanted.extend({ agreed }), nothing],
} as const;
