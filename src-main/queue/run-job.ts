import path from 'node:path';
import { AppError, toErrorInfo } from '../../src-shared/errors.ts';
import { writeFileDurably } from '../folders/durable-file.ts';
import { assertWritable } from '../folders/export-folder.ts';
import { backoffMs } from '../pipeline/backoff.ts';
import type { SourceInspector } from '../pipeline/inspect-source.ts';
import { withStep, type JobRecord } from '../pipeline/job-record.ts';
import { prepareSource } from '../pipeline/prepare.ts';
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
 * Takes a job in hand until it is done, failed, stopped, or has to wait, and writes down which. Resolves always; only
 * shutdown (the signal) leaves the record as it stood.
 */
export async function runJob(tools: Omit<Tools, 'client' | 'follower'>, deps: RunDeps): Promise<void> {
  const { save, current, signal } = tools;
  try {
    save({ ...current(), startedAt: current().startedAt ?? Date.now(), error: null, retryAt: null });
    if (current().steps.every((step) => step.taskId === null)) {
      const prepared = await prepareSource(current(), tools.jobFolder, deps.inspector);
      save({ ...current(), ...prepared });
      await assertWritable(tools.exportFolder);
    }
    const connection = await deps.connect(current());
    save({ ...current(), serviceId: connection.client.profile.id });
    await travel(current(), { ...tools, ...connection });
    const done = save({ ...current(), status: 'done', attempts: 0, finishedAt: Date.now() });
    await writeFileDurably(path.join(tools.jobFolder, 'manifest.json'), JSON.stringify(toJobView(done, 1), null, 2));
  } catch (thrown) {
    if (signal.aborted && !current().stopRequested) return;
    save(afterFailure(current(), thrown, Date.now()));
  }
}

/** The record after something went wrong: stopped, waiting for another try, unknown, or failed. */
export function afterFailure(record: JobRecord, thrown: unknown, now: number): JobRecord {
  const ended = { ...record, retryAt: null, attempts: 0, finishedAt: now };
  if (thrown instanceof Stopped || (record.stopRequested && !(thrown instanceof AppError))) {
    return { ...ended, status: 'cancelled', error: null };
  }
  const error = toErrorInfo(thrown);
  if (error.code === 'outcome_unknown') return { ...ended, status: 'unknown', error };
  if (error.code === 'bug') console.error(`dropforge: ${record.name}:`, thrown);
  const patient = error.code === 'offline' || error.code === 'rate_limited' || error.code === 'local_service_down';
  if (error.retryable && (patient || record.attempts < MOST_ATTEMPTS)) {
    const retryAt = now + backoffMs(record.attempts, thrown instanceof AppError ? thrown.retryAt : null, now);
    const status = error.code === 'offline' ? 'offline' : 'waiting';
    return { ...record, status, error, attempts: record.attempts + 1, retryAt };
  }
  return { ...withStep(ended, ended.step, { status: 'failed' }), status: 'failed', error };
}
