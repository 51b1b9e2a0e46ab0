import type { Category } from '../../../src-shared/api/models/categories.ts';

/** The right of one worker to run a task, for one attempt: a later attempt, or the end of the task, revokes it. */
export interface TaskClaim {
  readonly taskId: string;
  readonly category: Category;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Turn of the task in its category; see `task-turn.ts`. */
  readonly turn: number;
  /** True if earlier attempts lost their workers so often that the task has to fail. */
  readonly isExhausted: boolean;
}
