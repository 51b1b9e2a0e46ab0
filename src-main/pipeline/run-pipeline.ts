import { generatorCredit } from '../../src-shared/api/generators/generator-state.ts';
import { OPERATIONS } from '../../src-shared/api/operations.ts';
import type { Operation } from '../../src-shared/api/operation.ts';
import { AppError, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { drawSeeds, withSeeds } from '../../src-shared/operations/seeds.ts';
import type { TaskResponse } from '../service-client/task-response.ts';
import { serviceCodeOf, verifyMessage } from '../service-client/http/to-app-error.ts';
import { taskCategoryOf } from './task-category.ts';
import { createTask } from './steps/create.ts';
import { downloadOutputs } from './steps/download.ts';
import { exportFinished } from './steps/export-finished.ts';
import { followStep } from './steps/follow-step.ts';
import { mayHaveTask } from './intent.ts';
import { withStep, type JobRecord, type StepRecord } from './job-record.ts';
import { reuseStep } from './steps/reuse-step.ts';
import { readRigVerdict } from './steps/read-rig-verdict.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { discardFileTokens, uploadFiles, uploadTimes } from './steps/upload.ts';
import { verifyOutputs } from './steps/verify.ts';
import { uniqueMessages } from '../../src-shared/messages/message.ts';
import type { MessageOrText } from '../../src-shared/api/messages/message.ts';
import { messageSchema } from '../../src-shared/api/messages/message-schema.ts';

/** Maximum number of notes stored for one task. */
const MAX_NOTES = 20;

/** The user asked to stop, and sent steps are downloaded. */
export class StoppedRun extends Error {}

/** This job or the whole queue is to pause, and sent steps are downloaded. */
export class PausedRun extends Error {
  /** Why the app pauses it; null: the user asked. */
  readonly reason: ErrorInfo | null;

  constructor(reason: ErrorInfo | null = null) {
    super();
    this.reason = reason;
  }
}

/**
 * Runs a prepared job to its end: for each step of its recipe upload → create → follow → download → verify, then the
 * export of all results. Each action is saved before the next, so that a restart repeats at most one and never pays twice.
 * Throws AppError, Stopped, or the signal's reason; the record on disk then contains the progress.
 */
export async function runPipeline(start: JobRecord, tools: PipelineTools): Promise<JobRecord> {
  let record = start;
  for (let index = 0; index < record.steps.length; index++) {
    if (record.steps[index]?.status !== 'done') record = await makeStep(record, index, tools);
  }
  return exportFinished(record, tools);
}

/** A token of this age cannot have expired; an older one may have, if the clock was set or the computer slept. */
const YOUNG_TOKEN_MS = 60_000;

/** Runs one operation: ordered once, followed to its end, its files downloaded and verified. */
async function makeStep(start: JobRecord, index: number, tools: PipelineTools): Promise<JobRecord> {
  const step = start.steps[index] as JobRecord['steps'][number];
  const { outputs }: Operation = OPERATIONS[step.operation];
  const begunAt = tools.system.clock.now();
  let record = tools.save({ ...tools.current(), step: index });
  throwIfStopped(record, index, tools);
  // After sending, the source is not needed and may no longer exist.
  const sent = step.taskId !== null || mayHaveTask(tools.intents.findStanding(record.id, index));
  const reused = sent ? null : await reuseStep(record, index, tools);
  if (reused) return reused;
  if (!sent) tools.budget.enforceCaps(record, index, tools.client);
  if (!sent) record = await uploadFiles(record, tools);
  const leave = await tools.pools.enter(taskCategoryOf(step), tools.signal, () => tools.current().priority);
  let task: TaskResponse;
  try {
    // The tokens may have expired while waiting for a place.
    if (!sent) record = await uploadFiles(record, tools);
    if (step.taskId === null) record = await orderStep(record, index, begunAt, tools);
    task = await followStep(record, index, tools);
  } finally {
    leave();
  }
  const verdict = readRigVerdict(task, outputs, tools.current(), index);
  tools.save({ ...tools.current(), status: 'downloading' });
  const arrived = await downloadOutputs(task, index, outputs, tools);
  record = tools.save({ ...tools.current(), status: 'verifying' });
  const { artifacts, notes: found } = await verifyOutputs(arrived, index, tools);
  const kept = record.artifacts.filter((artifact) => artifact.step !== index);
  const notes = uniqueMessages([...readNotes(task), ...verdict, ...found]);
  const generator = generatorCredit.safeParse(task.output['generator']).data;
  const done = { status: 'done', notes, ...(generator && { generator }) } as const;
  // Failures of one step say nothing about the next one.
  return tools.save(withStep({ ...tools.current(), attempts: 0, artifacts: [...kept, ...artifacts] }, index, done));
}

/** Stop and pause apply only before the request is sent. After that the result is downloaded, because it may be charged. */
function throwIfStopped(record: JobRecord, index: number, tools: PipelineTools, hasMoney = false): void {
  const { stopRequested, pauseRequested } = tools.current();
  if (!stopRequested && !pauseRequested && !tools.isPaused(hasMoney)) return;
  if (record.steps[index]?.taskId !== null || mayHaveTask(tools.intents.findStanding(record.id, index))) return;
  throw stopRequested ? new StoppedRun() : new PausedRun();
}

/** Creates the task of a step. Checks for stop requests and the budget first, because the task may be charged. */
async function orderStep(record: JobRecord, index: number, begunAt: number, tools: PipelineTools): Promise<JobRecord> {
  throwIfStopped(record, index, tools);
  const hasWaited = tools.intents.findStanding(record.id, index) !== null;
  const prepare = (): JobRecord => {
    // The budget check may have requested the balance.
    throwIfStopped(record, index, tools, true);
    const { operation, params } = record.steps[index] as StepRecord;
    // Jobs saved before seeds were stored get them now; a stored request is sent unchanged.
    const seeded = hasWaited ? params : withSeeds(operation, params, drawSeeds(tools.system.random.integer));
    return tools.save(withStep({ ...tools.current(), status: 'queued' }, index, { status: 'running', params: seeded }));
  };
  try {
    const creation = { ...tools, throwIfStopped: () => throwIfStopped(record, index, tools, true) };
    const taskId = await createTask(tools.current(), index, creation, prepare);
    return tools.save(withStep(tools.current(), index, { taskId }));
  } catch (error) {
    throw afterRefusal(error, index, { hasWaited, begunAt }, tools);
  }
}

/**
 * The error of an order that has no task: a full pool takes fewer tasks, a rejected upload is repeated, and without credits
 * the job waits with all others of its service.
 */
function afterRefusal(
  error: unknown,
  index: number,
  { hasWaited, begunAt }: { readonly hasWaited: boolean; readonly begunAt: number },
  tools: PipelineTools,
): unknown {
  const code = serviceCodeOf(error);
  if (code === 2000) tools.pools.refuse(taskCategoryOf(tools.current().steps[index] as StepRecord));
  if (code === 2010 && error instanceof AppError) {
    tools.save(withStep(tools.current(), index, { status: 'waiting' }));
    return tools.budget.pauseForCredits(error, tools.current());
  }
  if (!(error instanceof AppError) || error.code !== 'bad_request') return error;
  const issued = uploadTimes(tools.current(), index);
  const issuedAt = Math.min(...issued);
  // The rejection may be caused by an expired token; a retry then uploads the file again.
  discardFileTokens(tools);
  // An order or a token from before this run, or from before sleep, may have expired, whatever the clock says now;
  // a new order is checked again.
  const ageMs = tools.system.clock.now() - issuedAt;
  const isOldToken = issued.length > 0 && (issuedAt < begunAt || ageMs < 0 || ageMs > YOUNG_TOKEN_MS);
  if (!hasWaited && !isOldToken) return error;
  tools.save({ ...tools.current(), attempts: 0 });
  const { detail, requestId } = error;
  return new AppError('bad_request', detail, { retryable: true, requestId, cause: error });
}

/** Messages of the engine about its result: `notes` and `note_messages`, which the local service adds to the output. */
function readNotes(task: TaskResponse): MessageOrText[] {
  const { notes, note_messages: messages } = task.output;
  if (!Array.isArray(notes)) return [];
  return notes.slice(0, MAX_NOTES).flatMap((note: unknown, i) => {
    if (typeof note !== 'string') return [];
    const sent = messageSchema.safeParse(Array.isArray(messages) ? messages[i] : null);
    return [verifyMessage(note, sent.success ? sent.data : null)];
  });
}
