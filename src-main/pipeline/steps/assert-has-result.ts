import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { VIEW_KEYS, type OutputKey } from '../../../src-shared/api/protocol/task.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { TaskResponse } from '../../service-client/task-response.ts';

/** Files for which a task is created; previews, videos and facts come in addition. */
const RESULTS: readonly OutputKey[] = ['model_url', 'generated_image_url', ...VIEW_KEYS];

/**
 * Throws `result_missing` if a successful task of an operation with these outputs lists no result. The task is probably
 * charged, so the error names it and its charge. A later query, which is free, may list the result.
 */
export function assertHasResult(task: TaskResponse, outputs: readonly OutputKey[], isFree: boolean): void {
  const expected = RESULTS.filter((key) => outputs.includes(key));
  if (expected.length === 0 || expected.some((key) => typeof task.output[key] === 'string')) return;
  const charged = isFree ? null : (task.credits_consumed ?? null);
  const charge = isFree ? 'none' : charged === null ? 'unknown' : 'known';
  const credits = charged === null ? '' : formatCredits(charged);
  throw new AppError('result_missing', message('result.missing', { id: task.task_id, charge, credits }), {
    retryable: true,
  });
}
