import { AppError, toErrorInfo } from '../../src-shared/base/errors.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { log } from '../base/log/log.ts';
import type { Budget } from '../pipeline/budget.ts';
import type { Intent } from '../pipeline/intent.ts';
import { serviceOf, type JobRecord } from '../pipeline/job-record.ts';
import { referencesFolder } from '../pipeline/reference-store.ts';
import type { UnknownTask } from '../pipeline/find-unknown-tasks.ts';
import type { FileReader } from '../readers/file-reader.ts';
import { adoptOrphanTask } from './commands/adopt-orphan-task.ts';
import { explainHolds } from './job-list/job-view.ts';
import type { QueueDeps } from './queue-deps.ts';
import type { QueueParts } from './queue-parts.ts';
import { runJob, type RunDeps } from './run-job.ts';
import type { RunningJobs } from './running-jobs.ts';
import { toQueueWriteError } from './store/to-queue-write-error.ts';

/** Delay before a job whose state could not be saved is started again. */
const UNWRITABLE_PAUSE_MS = 5_000;

interface Deps extends Pick<QueueDeps, 'home' | 'exportFolder'>, RunDeps {
  readonly parts: QueueParts;
  readonly reader: FileReader;
  readonly running: RunningJobs;
  readonly budget: Budget;
  /** Called when a run has ended. */
  onEnded(id: string): void;
}

/** Runs one job of the queue through the pipeline; the promise resolves when the run has ended, whatever its outcome. */
export function createJobRunner(deps: Deps): (id: string) => Promise<void> {
  const { parts, running, budget } = deps;
  const { system, list, intents } = parts;
  let isReported = false;
  /** Once, until a job can be saved again. */
  const report = (error: unknown): void => {
    const known = toQueueWriteError(error);
    if (!(known instanceof AppError)) return log.error('queue', 'cannot be saved', error);
    if (isReported) return;
    isReported = true;
    log.error('queue', `${describeError(toErrorInfo(known)).happened} Jobs continue when it can be written again.`);
  };

  return (id) => {
    const abort = new AbortController();
    const current = (): JobRecord => list.get(id) as JobRecord;
    const tools = {
      system,
      reader: deps.reader,
      intents,
      budget,
      isPaused: (hasMoney = false) =>
        list.isPaused(serviceOf(current())) && !(hasMoney && list.pauseReason()?.code === 'balance_low'),
      jobFolder: parts.jobFolder(id),
      referencesFolder: referencesFolder(deps.home),
      exportFolder: current().outFolder ?? deps.exportFolder(),
      signal: abort.signal,
      explainedHolds: () => explainHolds(list.recent().filter(({ serviceId }) => serviceId === current().serviceId)),
      jobsWithTask: list.withTask,
      onDuplicate: (intent: Intent, task: UnknownTask) => {
        adoptOrphanTask(parts, task, { ...current(), serviceId: intent.serviceId }, current());
      },
      save: list.save,
      report: (share: number) => list.setProgress(id, share),
      current,
    };
    const run = runJob(tools, deps).then(
      () => void (isReported = false),
      async (error: unknown) => {
        // The disk is full or missing: the record is unchanged, and the job starts again after a pause.
        report(error);
        await system.clock.pause(UNWRITABLE_PAUSE_MS, abort.signal).catch(() => undefined);
      },
    );
    return running.track(id, abort, run).finally(() => deps.onEnded(id));
  };
}
