import type { Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { TaskResponse } from '../../service-client/parse-task-response.ts';
import { log } from '../../base/log/log.ts';

/** No task costs a million credits; what says so is broken, and would drown every sum. */
const MAX_CHARGED = 1_000_000_00;

/** What a finished task was charged; null, and a line in the log, when the service says nothing or nothing sensible. */
export function readCharge({ task_id: id, credits_consumed: told }: TaskResponse, isFree: boolean): Credits | null {
  if (told != null && told >= 0 && told <= MAX_CHARGED) return told;
  if (!isFree) log.warn('service', `it does not say, or not sensibly, what task ${id} was charged`);
  return null;
}
