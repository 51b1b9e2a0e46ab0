import { OPERATIONS } from '../operations.ts';
import type { Operation } from '../operation.ts';
import type { Task } from './task.ts';
import { SEED_FIELDS } from '../fields/seed-fields.ts';

/** A request for a task, as it was sent. */
export interface SentRequest {
  /** The nonce: its `client_ref`. */
  readonly id: string;
  readonly operation: string;
  /** JSON. */
  readonly body: string;
}

/**
 * True if a task was created by a request. The nonce decides if the service echoes it. Otherwise all sent
 * parameters must be echoed unchanged, and one of them must be unique (a seed: 31 random bits for each job), or the
 * operation is deterministic, so that equal tasks of its type are interchangeable. Otherwise the type does not count: the
 * interface does not say that it is the name of the operation (2.2).
 */
export function isTaskOfRequest(task: Pick<Task, 'type' | 'input'>, request: SentRequest): boolean {
  if ('client_ref' in task.input) return task.input['client_ref'] === request.id;
  const { client_ref: _, ...sent } = JSON.parse(request.body) as Record<string, unknown>;
  const isUnique = SEED_FIELDS.some((field) => field in sent);
  if (!isUnique && !(task.type === request.operation && isDeterministic(request.operation))) return false;
  return Object.entries(sent).every(([field, value]) => isSame(task.input[field], value));
}

/** Uses another task and has no seed: equal requests have equal results. */
function isDeterministic(name: string): boolean {
  const operation: Operation | undefined = OPERATIONS[name as keyof typeof OPERATIONS];
  return operation?.source.kind === 'task' && !SEED_FIELDS.some((field) => field in operation.fields);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}
