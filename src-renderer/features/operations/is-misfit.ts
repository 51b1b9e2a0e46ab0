import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';

/** True if an operation cannot process the result of a step. */
export function isMisfit({ operations }: Output<'operations:of'>, name: OperationName): boolean {
  return operations.find((each) => each.name === name)?.misfit != null;
}
