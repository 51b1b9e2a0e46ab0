import path from 'node:path';
import { formatCredits } from '../../../src-shared/api/pricing/credits.ts';
import { OPERATIONS, type OperationName } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import type { UnknownTask } from '../../pipeline/find-unknown-tasks.ts';
import type { Intent, IntentStore } from '../../pipeline/intent.ts';
import type { JobService, JobRecord } from '../../pipeline/job-record.ts';
import { toTaskEnd } from '../../pipeline/steps/read-charge.ts';
import { createStepRecord, toUnclaimedSources } from '../create-job-records.ts';
import type { QueueParts } from '../queue-parts.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** True if a task's files can be downloaded: it creates a model and did not fail. */
export function isAdoptable(task: UnknownTask, intents: Pick<IntentStore, 'find'>): boolean {
  const name = findOperation(task, intents);
  const operation: Operation | null = name === null ? null : OPERATIONS[name];
  return operation?.outputs.includes('model_url') === true && task.status !== 'failed' && task.status !== 'cancelled';
}

/**
 * The operation of a task: that of the order with its nonce, otherwise the one with the name of its type, which the
 * interface does not promise (2.2); null: unknown.
 */
function findOperation(task: UnknownTask, intents: Pick<IntentStore, 'find'>): OperationName | null {
  const name = findByNonce(task, intents)?.operation ?? task.type;
  return Object.hasOwn(OPERATIONS, name) ? (name as OperationName) : null;
}

/** The order of this queue that a task was created for, by its nonce; null: none, or the service does not echo it. */
export function findByNonce(task: UnknownTask, intents: Pick<IntentStore, 'find'>): Intent | null {
  return task.nonce === null ? null : intents.find(task.nonce);
}

/**
 * Creates a job from a task found at the service, to download its files; nothing is ordered. `like`: the job
 * it is a second result of. `place`: where it was found. Null when a job already has it, or it creates no model.
 */
export function adoptOrphanTask(
  parts: QueueParts,
  task: UnknownTask,
  place: JobService & Pick<JobRecord, 'free'>,
  like: JobRecord | null,
): JobRecord | null {
  const { list, intents, budget, system, nextPosition } = parts;
  const id = task.task_id;
  const isKnown = intents.knowsTask(id) || list.withTask(id).length > 0;
  const operation = findOperation(task, intents);
  if (isKnown || operation === null || !isAdoptable(task, intents)) return null;
  const own = findLostOrder(parts, task);
  const end = toTaskEnd(task, place.free);
  const creditsConsumed = end?.charged == null ? null : formatCredits(end.charged);
  const step = {
    ...createStepRecord({ operation, params: {}, from: null, exports: 'glb' }),
    taskId: id,
    creditsConsumed,
  };
  const record: JobRecord = {
    id: system.random.uuid(),
    position: nextPosition(),
    priority: like?.priority ?? 'normal',
    name: like ? secondName(like.name) : `${operation} ${id.slice(0, 8)}.glb`,
    kind: like?.kind ?? 'model',
    sources: toUnclaimedSources(like?.sources ?? []),
    ...(like?.prompt === undefined ? {} : { prompt: like.prompt }),
    found: true,
    ...(own ? { foundIntent: own.id } : {}),
    ...(like ? { basedOn: like.id } : {}),
    recipe: like?.recipe ?? 'found',
    recipeVersion: like?.recipeVersion ?? 1,
    serviceKind: place.serviceKind,
    serviceId: place.serviceId,
    ...(place.cloud ? { cloud: place.cloud } : {}),
    outFolder: like?.outFolder ?? null,
    status: 'waiting',
    step: 0,
    steps: [{ ...step, status: 'running' }],
    hasThumbnail: false,
    artifacts: [],
    notes: [like ? message('job-note.second-task', { id }) : message('job-note.found-task', { id })],
    free: place.free,
    error: null,
    attempts: 0,
    retryAt: null,
    stopRequested: false,
    createdAt: system.clock.now(),
    startedAt: null,
    finishedAt: null,
  };
  // Save the job first: after a crash between the two writes it is found here by its task.
  list.add([record]);
  try {
    const intentId = own?.id ?? system.random.uuid();
    const intent = intents.adopt(
      { id: intentId, jobId: record.id, step: 0, serviceId: place.serviceId, operation },
      id,
    );
    if (intent && end) budget.endLost(intent, end);
  } finally {
    parts.pump();
  }
  return record;
}

/** The order of this queue that created a task which nothing waits for any more; null: it was ordered elsewhere. */
export function findLostOrder(
  { list, intents }: Pick<QueueParts, 'list' | 'intents'>,
  task: UnknownTask,
): Intent | null {
  const intent = findByNonce(task, intents);
  if (!intent || (intent.taskId !== null && intent.taskId !== task.task_id)) return null;
  const isLost = intent.state === 'abandoned' || (intent.state === 'ambiguous' && !list.get(intent.jobId));
  return isLost ? intent : null;
}

function secondName(name: string): string {
  const { name: base, ext } = path.parse(name);
  return `${base} (second result)${ext}`;
}
