import path from 'node:path';
import { toErrorMessage } from '../../src-shared/messages/describe-error.ts';
import { AppError, isUnreachable, toErrorInfo, type ErrorCode } from '../../src-shared/base/errors.ts';
import { toLibraryError } from '../folders/disk-error.ts';
import { writeFileDurably } from '../base/files/durable-file.ts';
import { assertWritable } from '../folders/export-folder.ts';
import { CANCELLED_BEFORE_END, exportFinished } from '../pipeline/steps/export-finished.ts';
import { backoffMs } from '../service-client/rates/backoff.ts';
import { mayHaveTask, type Intent } from '../pipeline/intent.ts';
import { belongsTo, withStep, type JobRecord, type StepRecord } from '../pipeline/job-record.ts';
import { prepareSource } from '../pipeline/steps/prepare.ts';
import type { System } from '../base/system.ts';
import type { PipelineTools } from '../pipeline/pipeline-tools.ts';
import { assertReferences, withoutReferenceTokens } from '../pipeline/steps/upload-references.ts';
import { PausedRun, StoppedRun, runPipeline } from '../pipeline/run-pipeline.ts';
import { isUnwritable } from '../base/sqlite/sqlite-errors.ts';
import { OverCap } from './spending/over-cap.ts';
import { MANIFEST, toManifest } from './store/job-manifests.ts';
import { log } from '../base/log/log.ts';
import { message, uniqueMessages } from '../../src-shared/messages/message.ts';

/** Consecutive failures after which a job waits for the user. */
const MAX_ATTEMPTS = 8;

/** Errors after which the task is queried and its files are downloaded again, free of charge. */
const DOWNLOAD_ERRORS: readonly ErrorCode[] = ['download_failed', 'result_damaged', 'result_missing'];

/**
 * Consecutive downloads that failed or brought a damaged file or none, after which the job fails: the server repeats its answer,
 * and every attempt may transfer the whole file. A retry by the user downloads it again, free of charge.
 */
const MAX_DOWNLOADS = 5;

/** Backoff steps skipped between downloads: the first pause is 4 s instead of 1 s. */
const SLOWER_DOWNLOADS = 2;

/** Dependencies of a run beyond those of the pipeline. */
export interface RunDeps {
  /** Connects to the job's own service; throws `no_api_key` when its key is missing or was changed. */
  connect(record: JobRecord): Promise<ServiceConnection>;
}

/** Dependencies that belong to the service of a job. */
export type ServiceConnection = Pick<PipelineTools, 'client' | 'follower' | 'pools'>;

/**
 * Runs a job until it is done, failed, stopped, or has to wait, and saves the outcome. The signal's reason is
 * Stopped when the user stops a job that has spent nothing; any other reason is a shutdown and leaves the record
 * unchanged. Rejects only when the outcome cannot be saved.
 */
export async function runJob(tools: Omit<PipelineTools, keyof ServiceConnection>, deps: RunDeps): Promise<void> {
  const { save, current, signal, system } = tools;
  const { clock, disk } = system;
  const standing = (step: number): Intent | null => tools.intents.findStanding(current().id, step);
  const made = countDone(current());
  /** Nothing was ordered, and nothing may have been. */
  const isUnordered = (): boolean =>
    current().steps.every((step, at) => step.taskId === null && !mayHaveTask(standing(at)));
  /** Connects to the job's service, and records it and its key in the job. */
  const connect = async (): Promise<ServiceConnection> => {
    // Whichever key its service has now may begin a job.
    const connection = await deps.connect(isUnordered() ? unbound(current()) : current());
    const { id, free } = connection.client.profile;
    const kept = current().serviceId === id ? current() : unbound(current());
    // Prepared and placed orders keep their price; new orders use the current one.
    const isNew = current().steps.every(({ taskId }, step) => taskId === null && !standing(step));
    save({ ...kept, ...belongsTo(connection.client.profile), free: isNew ? free : kept.free && free });
    for (const [step, { taskId, operation, status }] of current().steps.entries()) {
      // The task was found, but the disk was too full to save which job it belongs to.
      if (taskId === null || status === 'done' || standing(step)) continue;
      const intentId = current().foundIntent ?? system.random.uuid();
      tools.intents.adopt({ id: intentId, jobId: current().id, step, serviceId: id, operation }, taskId);
    }
    return connection;
  };
  try {
    save({ ...current(), startedAt: current().startedAt ?? clock.now(), error: null, overCap: null, retryAt: null });
    const next = current().steps.findIndex(({ status }) => status !== 'done');
    const known = standing(next)?.taskId ?? null;
    // Its task was found while the job did not run, or the app stopped before the job had it.
    if (known !== null) save(withStep(current(), next, { taskId: known, status: 'running' }));
    // A stopped job does not wait for the service, only for the export of finished steps.
    const isSent = (current().steps[next]?.taskId ?? null) !== null || mayHaveTask(standing(next));
    if (current().stopRequested && next >= 0 && !isSent) throw new StoppedRun();
    if (isUnordered()) {
      const prepared = await prepareSource(current(), tools.jobFolder, tools.reader, disk);
      save({ ...current(), ...prepared });
      await assertReferences(current(), tools.referencesFolder, disk);
      await assertWritable(tools.exportFolder, system);
    }
    // The service is not needed for an export: its key may have been replaced or removed since.
    if (isAllMade(current())) await exportFinished(current(), tools);
    else await runPipeline(current(), { ...tools, ...(await connect()) });
    const over = { status: 'done', attempts: 0, pauses: 0, pauseRequested: false, finishedAt: clock.now() } as const;
    // A run that only exported existing results does not count as processing time.
    const isNew = countDone(current()) > made;
    const end = { ...over, ...(isNew && { tookMs: over.finishedAt - (current().startedAt ?? over.finishedAt) }) };
    // The manifest is written first: a finished job never runs again, so a missing manifest would never be written.
    await writeFileDurably(path.join(tools.jobFolder, MANIFEST), toManifest({ ...current(), ...end }), disk);
    save({ ...current(), ...end });
  } catch (thrown) {
    const isAsked = signal.reason instanceof StoppedRun || signal.reason instanceof PausedRun;
    if (signal.aborted && !isAsked) return;
    if (isUnwritable(thrown)) throw thrown;
    const reason: unknown = signal.aborted ? signal.reason : thrown;
    const inDoubt = current().steps[current().step]?.taskId === null && mayHaveTask(standing(current().step));
    const ended = afterFailure(current(), reason, inDoubt, system);
    if (!endsEarly(ended)) return void save(waitsForKey(ended) && isUnordered() ? unbound(ended) : ended);
    await exportEarly(tools);
    // The cancellation was undone during the export: the job continues, or pauses if that was requested.
    if (reason instanceof StoppedRun && !current().stopRequested) {
      return void save(afterFailure(current(), new PausedRun(), false, system));
    }
    // The user may have changed the job in the meantime.
    const { status, error, retryAt, attempts, finishedAt, steps } = ended;
    save({ ...current(), status, error, retryAt, attempts, finishedAt, steps });
  }
}

/** The record without the key that it was to be ordered with, and without what was uploaded with it. */
function unbound(record: JobRecord): JobRecord {
  // Records of older versions name their service by its key alone.
  if (record.serviceKind === 'cloud' && !record.cloud) return record;
  const sources = record.sources.map((source) => ({ ...source, token: null }));
  return { ...withoutReferenceTokens(record), sources, serviceId: null };
}

function waitsForKey({ status, error }: JobRecord): boolean {
  return status === 'paused' && error?.code === 'no_api_key';
}

/** True if a job ended early; if every step is finished, the export itself failed. */
function endsEarly(record: JobRecord): boolean {
  return record.status === 'cancelled' || (['failed', 'unknown'].includes(record.status) && !isAllMade(record));
}

function countDone({ steps }: JobRecord): number {
  return steps.filter(({ status }) => status === 'done').length;
}

function isAllMade({ steps }: JobRecord): boolean {
  return steps.every(({ status }) => status === 'done');
}

/** Finished steps were paid for, so they are exported even if the rest failed; if the export fails, a note reports it. */
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
 * The record after an error: stopped, paused, waiting for a retry, unknown, or failed. An unconfirmed order (sent without
 * a known task, or with a task the service no longer knows) never ends as failed, because it may be charged.
 */
export function afterFailure(
  record: JobRecord,
  thrown: unknown,
  inDoubt: boolean,
  { clock, random }: System,
): JobRecord {
  const now = clock.now();
  const ended = { ...record, retryAt: null, attempts: 0, finishedAt: now };
  const endedStep = (status: StepRecord['status']): JobRecord => {
    const before = ended.steps[ended.step]?.status;
    // A step whose charge is unconfirmed stays so.
    const isKept = before === 'done' || (before === 'unknown' && status === 'cancelled');
    return isKept ? ended : withStep(ended, ended.step, { status });
  };
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
    const status = isUnreachable(error.code) ? 'offline' : 'waiting';
    return { ...record, status, error, pauses: pauses + 1, retryAt: retryAfter(pauses) };
  }
  const isDownload = DOWNLOAD_ERRORS.includes(error.code);
  const { attempts } = record;
  if (error.retryable && attempts < (isDownload ? MAX_DOWNLOADS - 1 : MAX_ATTEMPTS)) {
    const retryAt = retryAfter(attempts + (isDownload ? SLOWER_DOWNLOADS : 0));
    return { ...record, status: 'waiting', error, attempts: attempts + 1, pauses: 0, retryAt };
  }
  const status = inDoubt || error.code === 'outcome_unknown' || isTaskLost(record, error.code) ? 'unknown' : 'failed';
  // Whatever the last search returned, an order in doubt has to be confirmed.
  const code = status === 'unknown' && error.code === 'service_error' ? 'outcome_unknown' : error.code;
  // Nothing retries it any more.
  return { ...endedStep(status), status, error: { ...error, code, retryable: false } };
}

/** True if the service no longer knows a task that it may have charged. */
function isTaskLost({ steps, step, free }: JobRecord, code: ErrorCode): boolean {
  const current = steps[step];
  return code === 'task_missing' && !free && current?.taskId !== null && current?.status !== 'done';
}

/** True if the job only has to wait for the service: unreachable, starting, or rate limited. This is not a failure. */
function isNoFault(code: ErrorCode): boolean {
  return isUnreachable(code) || code === 'rate_limited' || code === 'credits_reserved' || code === 'local_service_down';
}

/** A disk error without a message of its own, such as EIO, is not an internal error. */
function toExpected(thrown: unknown): unknown {
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof AppError || typeof syscall !== 'string') return thrown;
  const known = toLibraryError(thrown);
  if (known instanceof AppError) return known;
  return new AppError('folder_unwritable', message('file.system-code', { code: code ?? '' }), {
    subject: message('subject.library'),
    cause: thrown,
  });
}
