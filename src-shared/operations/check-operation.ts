import { checkRequest } from '../api/rules/check-request.ts';
import type { AnyValues, Operation, RuleContext } from '../api/operation.ts';
import { OPERATIONS, type OperationName } from '../api/operations.ts';
import { taskFieldOf } from '../api/source.ts';
import type { FieldIssue } from '../ipc/views/operation-view.ts';
import { replaceReferences } from './map-file-parameters.ts';

/** One operation on the result of a task, as requested by the user. */
export interface OperationRequest {
  readonly operation: OperationName;
  readonly params: AnyValues;
  /** The task whose result it processes. */
  readonly taskId: string;
}

/** Placeholder for the token of a local image, which is known after its upload. */
const ANY_TOKEN = 'file_placeholder';

/** Returns the request body, except for parameters that are added when it is sent. */
export function toRequestBody({ operation, params, taskId }: OperationRequest): AnyValues {
  return { ...params, [taskFieldOf(OPERATIONS[operation].source)]: taskId };
}

/**
 * Returns the issues that would make the service reject the request, and unknown parameters, which the service would
 * ignore and charge for. Local images are valid, because they are uploaded first. Nothing is sent.
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
