import type { AnyValues } from '../../../src-shared/api/operation.ts';

/** Priority of a task, 1 to 3; 1 unless the request specifies more (spec 4.1). */
export function readPriority({ priority }: AnyValues): number {
  return typeof priority === 'number' ? priority : 1;
}
