import type { Category } from '../../src-shared/api/models/categories.ts';
import type { Operation } from '../../src-shared/api/operation.ts';
import { OPERATIONS } from '../../src-shared/api/operations.ts';
import type { StepRecord } from './job-record.ts';

/** The pool that a step's task uses. */
export function taskCategoryOf({ operation, params }: Pick<StepRecord, 'operation' | 'params'>): Category {
  const known: Operation = OPERATIONS[operation];
  return known.category(params);
}
