import { OPERATIONS, type OperationName } from '../../src-shared/api/operations.ts';
import { formatCredits, toWireCredits, type Credits } from '../../src-shared/api/pricing/credits.ts';
import { makeModel, sha256 } from './model-bytes.ts';
import type { Prng } from './prng.ts';

/** A task as the service really has it. */
export interface SimTask {
  readonly id: string;
  readonly operation: OperationName;
  /** The request's nonce; null for another device's. */
  readonly nonce: string | null;
  readonly input: Readonly<Record<string, unknown>>;
  /** SHA-256 of the image or model everything goes back to. */
  readonly sourceSha: string;
  /** Held while it runs. */
  readonly price: Credits;
  /** Charged when it ends with success. */
  readonly charge: Credits;
  /** True times, ms. */
  readonly createdAt: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly outcome: 'success' | 'failed' | 'cancelled';
  readonly errorCode: number | null;
  /** From when its usage row is shown. */
  readonly shownAt: number;
  /** While the batch query does not know it. */
  readonly hiddenFrom: number;
  readonly hiddenUntil: number;
  readonly model: Buffer;
  readonly modelSha: string;
}

/** How a new task will go. */
export interface TaskFate {
  readonly failing: number;
  readonly vanishing: number;
  readonly long: number;
  readonly lag: number;
}

/** Draws a task's whole life at its birth. */
export function createTask(
  birth: Pick<SimTask, 'id' | 'operation' | 'nonce' | 'input' | 'sourceSha' | 'createdAt'>,
  fate: TaskFate,
  prng: Prng,
): SimTask {
  const { id, operation, input, sourceSha, createdAt } = birth;
  const startsAt = createdAt + prng.between(0, 10_000);
  const endsAt = startsAt + (prng.chance(fate.long) ? prng.between(300_000, 1_200_000) : prng.between(500, 30_000));
  const fails = prng.chance(fate.failing);
  const outcome = fails ? prng.pick(['failed', 'failed', 'cancelled'] as const) : 'success';
  const hiddenFrom = prng.chance(fate.vanishing) ? createdAt + prng.between(0, endsAt - createdAt) : Infinity;
  const model = makeModel(`${id}/${sourceSha}`, typeof input['format'] === 'string' ? input['format'] : 'GLB');
  const price = OPERATIONS[operation].price(input) ?? (0 as Credits);
  return {
    ...birth,
    price,
    charge: price,
    startsAt,
    endsAt,
    outcome,
    errorCode: outcome === 'failed' ? prng.pick([2008, 2018, 1000, null]) : null,
    shownAt: createdAt + (prng.chance(fate.lag) ? prng.between(1_000, 40_000) : 0),
    hiddenFrom,
    hiddenUntil: hiddenFrom + prng.between(500, 6_000),
    model,
    modelSha: sha256(model),
  };
}

/** What the task's state is at a true time. */
export function statusOf({ startsAt, endsAt, outcome }: SimTask, now: number): string {
  if (now < startsAt) return 'queued';
  return now < endsAt ? 'running' : outcome;
}

/** What was charged for it in the end, as jobs should say it. */
export function chargeOf({ outcome, charge }: SimTask): string {
  return outcome === 'success' ? formatCredits(charge) : '0.00';
}

/** A task as a query answers it; `toWire` turns true time into the service's time stamps. */
export function toWireTask(
  task: SimTask,
  now: number,
  toStamp: (time: number) => string,
  urlOf: (key: string) => string,
): Record<string, unknown> {
  const status = statusOf(task, now);
  const ended = now >= task.endsAt;
  const progress = ended ? 100 : Math.floor((100 * Math.max(0, now - task.startsAt)) / (task.endsAt - task.startsAt));
  const hasPreview = task.operation !== 'convert_model';
  return {
    task_id: task.id,
    type: task.operation,
    status,
    progress: Math.min(100, progress),
    input: task.input,
    created_at: toStamp(task.createdAt),
    ...(ended ? { completed_at: toStamp(task.endsAt) } : {}),
    ...(status === 'success'
      ? {
          credits_consumed: toWireCredits(task.charge),
          output: {
            model_url: urlOf('model_url'),
            ...(hasPreview ? { rendered_image_url: urlOf('rendered_image_url') } : {}),
          },
        }
      : {}),
    ...(status === 'failed' ? { error_code: task.errorCode, error_message: 'It did not work out.' } : {}),
  };
}
