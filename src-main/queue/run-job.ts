import path from 'node:path';
import { toErrorMessage } from '../../src-shared/messages/describe-error.ts';
import { AppError, toErrorInfo, type ErrorCode } from '../../src-shared/base/errors.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { writeFileDurably } from '../base/files/durable-file.ts';
import { assertWritable } from '../folders/export-folder.ts';
import { CANCELLED_BEFORE_END, exportFinished } from '../pipeline/steps/export-finished.ts';
import { backoffMs } from '../service-client/rates/backoff.ts';
import type { SourceInspector } from '../pipeline/inspect/source-inspector.ts';
import { mayHaveTask, type Intent } from '../pipeline/intent.ts';
import { belongsTo, withStep, type JobRecord, type StepRecord } from '../pipeline/job-record.ts';
import { prepareSource } from '../pipeline/steps/prepare.ts';
import type { System } from '../base/system.ts';
import type { PipelineTools } from '../pipeline/pipeline-tools.ts';
import { assertReferences } from '../pipeline/steps/upload-references.ts';
import { PausedRun, StoppedRun, runPipeline } from '../pipeline/run-pipeline.ts';
import { isUnwritable } from '../base/sqlite/sqlite-errors.ts';
import { OverCap } from './spending/over-cap.ts';
import { MANIFEST, toManifest } from './store/job-manifests.ts';
import { log } from '../base/log/log.ts';
import { message, uniqueMessages } from '../../src-shared/messages/message.ts';

/** Failures in a row after which a job waits for the person instead. */
const MAX_ATTEMPTS = 8;

/** What a run works with beyond the tools of the way. */
export interface RunDeps {
  readonly inspector: SourceInspector;
  /** Connects to the job's own service; throws `no_api_key` where there is no key for it, or another one now. */
  connect(record: JobRecord): Promise<ServiceConnection>;
}

/** What belongs to the service of a job. */
export type ServiceConnection = Pick<PipelineTools, 'client' | 'follower' | 'pools'>;

/**
 * Takes a job in hand until it is done, failed, stopped, or has to wait, and writes down which. The signal's reason is
 * Stopped when the person stops a job that has spent nothing; any other reason is a shutdown and leaves the record as it
 * stood. Rejects only when nothing can be written down.
 */
export async function runJob(tools: Omit<PipelineTools, keyof ServiceConnection>, deps: RunDeps): Promise<void> {
  const { save, current, signal, system } = tools;
  const { clock, disk } = system;
  const standing = (step: number): Intent | null => tools.intents.findStanding(current().id, step);
  const made = countDone(current());
  try {
    save({ ...current(), startedAt: current().startedAt ?? clock.now(), error: null, retryAt: null });
    // A stopped job does not wait for the service, only for the export of finished steps.
    const next = current().steps.findIndex(({ status }) => status !== 'done');
    const isSent = (current().steps[next]?.taskId ?? null) !== null || mayHaveTask(standing(next));
    if (current().stopRequested && next >= 0 && !isSent) throw new StoppedRun();
    if (current().steps.every((step, index) => step.taskId === null && !mayHaveTask(standing(index)))) {
      const prepared = await prepareSource(current(), tools.jobFolder, deps.inspector, disk);
      save({ ...current(), ...prepared });
      await assertReferences(current(), tools.referencesFolder, disk);
      await assertWritable(tools.exportFolder, system);
    }
    const connection = await deps.connect(current());
    const { id, free } = connection.client.profile;
    // What was ordered while it cost something stays paid for, and what will be ordered costs what it costs now.
    const isUntouched = current().steps.every((step, index) => step.taskId === null && !standing(index));
    save({ ...current(), ...belongsTo(connection.client.profile), free: isUntouched ? free : current().free && free });
    for (const [step, { taskId, operation, status }] of current().steps.entries()) {
      // A task that was found, on a disk that was too full to write down whose it is.
      if (taskId === null || status === 'done' || standing(step)) continue;
      tools.intents.adopt({ id: system.random.uuid(), jobId: current().id, step, serviceId: id, operation }, taskId);
    }
    await runPipeline(current(), { ...tools, ...connection });
    const over = { status: 'done', attempts: 0, pauses: 0, pauseRequested: false, finishedAt: clock.now() } as const;
    // A run that only exported what was there took no time to make it.
    const isNew = countDone(current()) > made;
    const end = { ...over, ...(isNew && { tookMs: over.finishedAt - (current().startedAt ?? over.finishedAt) }) };
    // The manifest first: a finished job never runs again, so a manifest that is missing then stays missing.
    await writeFileDurably(path.join(tools.jobFolder, MANIFEST), toManifest({ ...current(), ...end }), disk);
    save({ ...current(), ...end });
  } catch (thrown) {
    const isAsked = signal.reason instanceof StoppedRun || signal.reason instanceof PausedRun;
    if (signal.aborted && !isAsked) return;
    if (isUnwritable(thrown)) throw thrown;
    const reason: unknown = signal.aborted ? signal.reason : thrown;
    const inDoubt = current().steps[current().step]?.taskId === null && mayHaveTask(standing(current().step));
    const ended = afterFailure(current(), reason, inDoubt, system);
    if (!endsEarly(ended)) return void save(ended);
    await exportEarly(tools);
    // Meanwhile the person may have wished for something else.
    const { status, error, retryAt, attempts, finishedAt, steps } = ended;
    save({ ...current(), status, error, retryAt, attempts, finishedAt, steps });
  }
}

/** Whether a job ended before its end; where everything is made and it failed, it is the export itself that did. */
function endsEarly(record: JobRecord): boolean {
  return record.status === 'cancelled' || (['failed', 'unknown'].includes(record.status) && !isAllMade(record));
}

function countDone({ steps }: JobRecord): number {
  return steps.filter(({ status }) => status === 'done').length;
}

function isAllMade({ steps }: JobRecord): boolean {
  return steps.every(({ status }) => status === 'done');
}

/** What is finished was paid for, so it is exported whatever became of the rest; where it cannot be, a note says so. */
async function exportEarly(tools: Omit<PipelineTools, keyof ServiceConnection>): Promise<void> {
  const { current, save } = tools;
  try {
    await exportFinished(current(), tools, isAllMade(current()) ? null : CANCELLED_BEFORE_END);
  } catch (thrown) {
    if (isUnwritable(thrown)) throw thrown;
    const error = toErrorInfo(toExpected(thrown));
    if (error.code === 'bug') log.error('queue', `job ${current().id}`, thrown);
    const note = message('job-note.library-only', { reason: toErrorMessage(error, current().name) });
    save({ ...current(), notes: uniqueMessages([...current().notes, note]) });
  }
}

/**
 * The record after something went wrong: stopped, paused, waiting for another try, unknown, or failed. An order in doubt (sent,
 * no task known, or one the service does not know any more) never ends as failed, whatever went wrong: it may be paid for.
 */
export function afterFailure(
  record: JobRecord,
  thrown: unknown,
  inDoubt: boolean,
  { clock, random }: System,
): JobRecord {
  const now = clock.now();
  const ended = { ...record, retryAt: null, attempts: 0, finishedAt: now };
  const endedStep = (status: StepRecord['status']): JobRecord =>
    ended.steps[ended.step]?.status === 'done' ? ended : withStep(ended, ended.step, { status });
  if (thrown instanceof StoppedRun) return { ...endedStep('cancelled'), status: 'cancelled', error: null };
  if (thrown instanceof PausedRun) {
    const status = record.pauseRequested ? 'paused' : 'waiting';
    return { ...record, status, error: thrown.reason, retryAt: null };
  }
  const error = toErrorInfo(toExpected(thrown));
  if (thrown instanceof OverCap && !inDoubt) {
    return { ...record, status: 'paused', error, retryAt: null, overCap: thrown.mark };
  }
  // It resumes automatically when its service has a key, see `createKeylessJobs`.
  if (error.code === 'no_api_key' && !inDoubt) return { ...record, status: 'paused', error, retryAt: null };
  if (error.code === 'bug') log.error('queue', `job ${record.id}`, thrown);
  const told = thrown instanceof AppError ? thrown.retryAt : null;
  const retryAfter = (failures: number): number => now + backoffMs(failures, told, now, random.fraction);
  if (error.retryable && isNoFault(error.code)) {
    const pauses = record.pauses ?? 0;
    const status = error.code === 'offline' ? 'offline' : 'waiting';
    return { ...record, status, error, pauses: pauses + 1, retryAt: retryAfter(pauses) };
  }
  if (error.retryable && record.attempts < MAX_ATTEMPTS) {
    const { attempts } = record;
    return { ...record, status: 'waiting', error, attempts: attempts + 1, pauses: 0, retryAt: retryAfter(attempts) };
  }
  const status = inDoubt || error.code === 'outcome_unknown' || isTaskLost(record, error.code) ? 'unknown' : 'failed';
  return { ...endedStep(status), status, error };
}

/** Whether the service does not know a task any more that it may have charged. */
function isTaskLost({ steps, step, free }: JobRecord, code: ErrorCode): boolean {
  const current = steps[step];
  return code === 'task_missing' && !free && current?.taskId !== null && current?.status !== 'done';
}

/** Whether only the service has to be waited for: away, not up yet, or asking for a pause. Nothing fails by that. */
function isNoFault(code: ErrorCode): boolean {
  return code === 'offline' || code === 'rate_limited' || code === 'local_service_down';
}

/** A disk that fails in a way its owner has no words for, as with EIO, is no bug of ours. */
function toExpected(thrown: unknown): unknown {
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof AppError || typeof syscall !== 'string') return thrown;
  const known = toDiskError(thrown, 'library');
  if (known instanceof AppError) return known;
  return new AppError('folder_unwritable', message('file.system-code', { code: code ?? '' }), {
    subject: 'library',
    cause: thrown,
  });
}
