import { ZERO_CREDITS, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { UnknownTask } from '../find-unknown-tasks.ts';
import { log } from '../../base/log/log.ts';
import type { TaskEnd } from '../budget.ts';

/** No task costs a million credits; a larger value is invalid and would distort every sum. */
const MAX_CHARGED = 1_000_000_00;

type EndedTask = Pick<UnknownTask, 'task_id' | 'status' | 'strangeStatus' | 'credits_consumed'>;

/** How a task ended; null: it did not end, or in a state that is not documented, so that it may be charged. */
export function toTaskEnd(task: EndedTask, isFree: boolean): TaskEnd | null {
  if (task.status === 'success') return { kind: 'success', charged: readCharge(task, isFree) };
  const isOver = task.status === 'failed' || task.status === 'cancelled';
  return isOver && task.strangeStatus === null ? { kind: 'failed', charged: readFailedCharge(task, isFree) } : null;
}

/** The charge of a finished task; null, and a log entry, if the service reports none or an invalid one. */
function readCharge({ task_id: id, credits_consumed: told }: EndedTask, isFree: boolean): Credits | null {
  if (told != null && told >= 0 && told <= MAX_CHARGED) return told;
  if (!isFree) log.warn('service', `no valid charge for task ${id}`);
  return null;
}

/** The charge of a failed task: none (spec part 3), unless the service reports one. */
function readFailedCharge({ credits_consumed: told }: EndedTask, isFree: boolean): Credits {
  return isFree || told == null || told < 0 || told > MAX_CHARGED ? ZERO_CREDITS : told;
}
