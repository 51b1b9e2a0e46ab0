import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { formatCredits, type Credits } from '../../../../src-shared/api/pricing/credits.ts';
import type { Task } from '../../../../src-shared/api/protocol/task.ts';
import { ApiError } from '../../api-error.ts';
import { noResult, PaidWorkFailed, TimeLimitReached, toReason } from '../generator-faults.ts';
import type { GeneratorRequest } from '../generator.ts';
import type { Pace, PatientQueries } from '../http/patience.ts';
import { ServerRefusal } from '../http/server-errors.ts';
import { describeRefusal } from '../http/to-server-fault.ts';
import type { createServiceApi } from './service-api.ts';

/** Statuses of an address that has expired (part 1), or is not there yet. */
const EXPIRED: readonly number[] = [403, 404, 410];

interface Saving {
  readonly name: string;
  readonly api: Pick<ReturnType<typeof createServiceApi>, 'find' | 'save'>;
  readonly queries: Pick<PatientQueries, 'ask' | 'pause'>;
  readonly pace: Pick<Pace, 'patienceMs'>;
  readonly signal: AbortSignal;
}

/**
 * Saves the result of a task that succeeded. An address that has expired is asked for again, as long as the service is
 * waited for. Throws an ApiError without a result, and as `GeneratorServer.save` and `PatientQueries.ask`.
 */
export async function saveResult(
  task: Task,
  { operation, resultPath }: Pick<GeneratorRequest, 'operation' | 'resultPath'>,
  { name, api, queries, pace: { patienceMs }, signal }: Saving,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let { output } = task; ;) {
    const address = operation === 'remove_background' ? output.generated_image_url : output.model_url;
    if (address === undefined) throw noResult(name, operation);
    try {
      return await queries.ask(() => api.save(address, resultPath, signal));
    } catch (error) {
      const hasExpired = error instanceof ServerRefusal && EXPIRED.includes(error.status);
      if (!hasExpired || performance.now() > deadline) throw error;
    }
    await queries.pause();
    const fresh = await queries.ask(() => api.find(task.task_id, signal));
    if (fresh?.status === 'success') output = fresh.output;
  }
}

/** The failure of a task that succeeded at its service, which charged for it; `charged` null: an unknown amount. */
export function toPaidFailure(name: string, task: Task, charged: Credits | null, error: unknown): PaidWorkFailed {
  const amount = charged === null ? 'unknown' : formatCredits(charged);
  // Other errors of the result say what to do.
  const isAboutResult = error instanceof ApiError && error.code !== 1001 && !(error instanceof TimeLimitReached);
  const reason = isAboutResult
    ? error.detail
    : serviceMessage('generator.not-saved', { reason: describeError(error), task: task.task_id });
  return new PaidWorkFailed(1000, serviceMessage('generator.failed-charged', { name, amount, reason }));
}

/** Why a download failed, for the inside of a sentence. */
function describeError(error: unknown): string {
  if (error instanceof TimeLimitReached) return 'its time limit was reached';
  if (error instanceof ApiError) return 'no response';
  if (error instanceof ServerRefusal) return describeRefusal(error);
  return toReason((error as Error).message);
}
