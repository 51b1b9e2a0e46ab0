import { readChosenGenerator } from '../../../src-shared/api/generators/chosen-generator.ts';
import { GENERATOR_NAME } from '../../../src-shared/api/generators/generator-config.ts';
import { BUILT_IN, TASK_OPERATIONS } from '../../../src-shared/api/generators/generator-operations.ts';
import type { AnyValues } from '../../../src-shared/api/operation.ts';
import { OPERATION_NAMES, type OperationName } from '../../../src-shared/api/operations.ts';

/**
 * Route of a work item: its operation, and the generator if its request chooses one. It is stored with the job of a task,
 * and each worker knows from its own configuration where it leads.
 */
export function toRoute(operation: OperationName, values: AnyValues): string {
  const chosen = TASK_OPERATIONS.some((name) => name === operation) ? readChosenGenerator(values) : undefined;
  // Other names are refused when the task runs.
  return chosen !== undefined && GENERATOR_NAME.test(chosen) ? `${operation} ${chosen}` : operation;
}

/** Routes of the work items that choose a generator. */
export function listChosenRoutes(name: string): string[] {
  return TASK_OPERATIONS.map((operation) => `${operation} ${name}`);
}

/** Routes to the engine of a worker whose lanes have these. */
export function listEngineRoutes(laneRoutes: readonly string[]): string[] {
  return [...OPERATION_NAMES, ...listChosenRoutes(BUILT_IN)].filter((route) => !laneRoutes.includes(route));
}
