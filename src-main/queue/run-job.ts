import path from 'node:path';
import { AppError, toErrorInfo } from '../../src-shared/errors.ts';
import { writeFileDurably } from '../folders/durable-file.ts';
import { assertWritable } from '../folders/export-folder.ts';
import { backoffMs } from '../pipeline/backoff.ts';
import type { SourceInspector } from '../pipeline/inspect-source.ts';
import { mayHaveTask, type Intent } from '../pipeline/intent.ts';
import { withStep, type JobRecord, type StepRecord } from '../pipeline/job-record.ts';
import { prepareSource } from '../pipeline/prepare.ts';
import type { System } from '../system/system.ts';
import type { Tools } from '../pipeline/tools.ts';
import { Stopped, travel } from '../pipeline/way.ts';
import { toJobView } from './job-view.ts';

/** Failures in a row after which a job waits for the person instead; being offline never counts. */
const MOST_ATTEMPTS = 8;

/** What a run works with beyond the tools of the way. */
export interface RunDeps {
  readonly inspector: SourceInspector;
  /** Connects to the job's own service; throws when it is another one now. */
  connect(record: JobRecord): Promise<Pick<Tools, 'client' | 'follower'>>;
}

/**
 * Takes a job in hand until it is done, failed, stopped, or has to wait, and writes down which. The signal's reason is
 * Stopped when the person stops a job that has spent nothing; any other reason is a shutdown and leaves the record as it
 * stood. Rejects only when nothing can be written down.
 */
export async function runJob(tools: Omit<Tools, 'client' | 'follower'>, deps: RunDeps): Promise<void> {
  const { save, current, signal, system } = tools;
  const { clock, disk } = system;
  const standing = (step: number): Intent | null => tools.intents.findStanding(current().id, step);
  try {
    save({ ...current(), startedAt: current().startedAt ?? clock.now(), error: null, retryAt: null });
    if (current().steps.every((step, index) => step.taskId === null && !mayHaveTask(standing(index)))) {
      const prepared = await prepareSource(current(), tools.jobFolder, deps.inspector, disk);
      save({ ...current(), ...prepared });
      await assertWritable(tools.exportFolder, system);
    }
    const connection = await deps.connect(current());
    save({ ...current(), serviceId: connection.client.profile.id });
    await travel(current(), { ...tools, ...connection });
    const done = save({ ...current(), status: 'done', attempts: 0, finishedAt: clock.now() });
    await writeFileDurably(
      path.join(tools.jobFolder, 'manifest.json'),
      JSON.stringify(toJobView(done, 1), null, 2),
      disk,
    );
  } catch (thrown) {
    if (signal.aborted && !(signal.reason instanceof Stopped)) return;
    const reason: unknown = signal.aborted ? signal.reason : thrown;
    const inDoubt = current().steps[current().step]?.taskId === null && mayHaveTask(standing(current().step));
    save(afterFailure(current(), reason, inDoubt, system));
  }
}

/**
 * The record after something went wrong: stopped, waiting for another try, unknown, or failed. An order in doubt (sent,
 * no task known) never ends as failed, whatever went wrong: it may be paid for.
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
  if (thrown instanceof Stopped) return { ...endedStep('cancelled'), status: 'cancelled', error: null };
  const error = toErrorInfo(thrown);
  if (error.code === 'bug') console.error(`dropforge: ${record.name}:`, thrown);
  const patient = error.code === 'offline' || error.code === 'rate_limited' || error.code === 'local_service_down';
  if (error.retryable && (patient || record.attempts < MOST_ATTEMPTS)) {
    const retryAt =
      now + backoffMs(record.attempts, thrown instanceof AppError ? thrown.retryAt : null, now, random.share);
    const status = error.code === 'offline' ? 'offline' : 'waiting';
    return { ...record, status, error, attempts: record.attempts + 1, retryAt };
  }
  const status = inDoubt || error.code === 'outcome_unknown' ? 'unknown' : 'failed';
  return { ...endedStep(status), status, error };
}
