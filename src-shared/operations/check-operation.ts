import { checkRequest } from '../api/rules/check-request.ts';
import type { AnyValues, Operation, RuleContext } from '../api/operation.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import { taskFieldOf } from '../api/source.ts';
import type { FieldIssue } from '../ipc/views/operation-view.ts';
import { replaceReferences } from './map-file-parameters.ts';

/** One operation on the result of a task, as a person asks for it. */
export interface OperationRequest {
  readonly operation: OperationName;
  readonly params: AnyValues;
  /** The task whose result it works on. */
  readonly taskId: string;
}

/** Stands in for the token that an image of this computer gets when it is uploaded. */
const ANY_TOKEN = 'file_placeholder';

/** The request as it is sent, but for what is added then; see `addedLater`. */
export function toRequestBody({ operation, params, taskId }: OperationRequest): AnyValues {
  return { ...params, [taskFieldOf(OPERATIONS[operation].source)]: taskId };
}

/**
 * What the service would refuse, by parameter, and parameters that the operation has not: the service would pass them by
 * without a word, and charge. Images of this computer are uploaded before, so they are right. Nothing is sent.
 */
export function checkOperation(wanted: OperationRequest, context: RuleContext): FieldIssue[] {
  const operation: Operation = OPERATIONS[wanted.operation];
  const strange = Object.keys(wanted.params).filter((name) => !isKnown(operation, name));
  if (strange.length > 0) {
    return strange.map((field) => ({
      field,
      message: `${wanted.operation} has no parameter “${field}”. Remove it.`,
    }));
  }
  const params = replaceReferences(wanted.operation, wanted.params, () => ANY_TOKEN);
  const checked = checkRequest(operation, toRequestBody({ ...wanted, params }), context);
  return checked.ok
    ? []
    : checked.issues.map(({ path: field, message, detail }) => ({ field, message, ...(detail ? { detail } : {}) }));
}

function isKnown({ fields }: Operation, name: string): boolean {
  return Object.hasOwn(fields, name) || Object.values(fields).some(({ aliases }) => aliases?.includes(name));
}
