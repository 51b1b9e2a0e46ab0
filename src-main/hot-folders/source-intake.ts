import { lstat } from 'node:fs/promises';
import type { Credits } from '../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import type { HotFolder } from '../../src-shared/hot-folders/hot-folder.ts';
import type { SpendingPlan } from '../../src-shared/ipc/views/money-view.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import type { Clock } from '../base/clock.ts';
import type { ReadyFile } from '../folders/watching/ready-file.ts';
import type { HoldReason } from '../pipeline/job-record.ts';
import { archiveSource } from './archive-source.ts';
import { createJobs, planJobs, type CreatedJobs, type JobCreationDeps } from './create-jobs.ts';
import type { ProblemList } from './problem-list.ts';
import { toRelativePath, type ReadyUnit } from './ready-source.ts';
import { createSpendingAgreement } from './spending-agreement.ts';
import { createUnconfirmedBatch, type ConfirmationRequest } from './unconfirmed-batch.ts';
import { createWaitingFiles } from './waiting-files.ts';

/** Maximum number of units in one transaction: duplicates are checked once for them, and other folders are processed in between. */
const BATCH_SIZE = 100;

export interface SourceIntakeDeps extends JobCreationDeps {
  readonly clock: Clock;
  readonly problems: ProblemList;
  /** Daily cap of the folder in credits; null: no cap. */
  capPerDay(): string | null;
  onJobsCreated(folder: HotFolder, created: CreatedJobs): void;
  /** Adds a file again if it is still there, or when it is there again. */
  recheck(path: string): void;
}

/** Turns complete files of a hot folder into jobs, each file once. */
export interface SourceIntake {
  /** Number of files that are not jobs yet. */
  readonly waiting: number;
  /** True if a waiting file may become part of a unit without a new file. */
  readonly isMoving: boolean;
  /** Milliseconds until a waiting view set counts as complete; null: none waits for that. */
  nextDueMs(): number | null;
  /** Jobs created since the folder was opened. */
  readonly createdJobs: number;
  /** Returns true if the file waits to become a job; false: it already is one. */
  add(file: ReadyFile): boolean;
  drop(path: string): void;
  /** Creates jobs of all complete units while `mayRun` agrees. */
  run(mayRun: () => boolean): Promise<void>;
  /** What the user has to confirm before the jobs may start; null: nothing. */
  question(): ConfirmationRequest | null;
  /** Confirms the waiting jobs up to a total. Throws `needs_yes` when they cost more by now. */
  confirm(agreed: Credits | null): void;
}

export function createSourceIntake(folder: HotFolder, deps: SourceIntakeDeps): SourceIntake {
  const { clock, problems } = deps;
  const files = createWaitingFiles(clock.elapsed);
  const agreement = createSpendingAgreement(clock.elapsed, folder.mostAtOnce, () => deps.capPerDay() !== null);
  const batch = createUnconfirmedBatch(folder.id, {
    ...{ clock, queue: deps.queue },
    plan: (jobs, place) => deps.plan(jobs, folder.id, place),
  });
  let createdJobs = 0;
  /** Number of files that the system refused in the last run. */
  let postponed = 0;

  /** Why these need confirmation; null: the folder's recipe alone gives no reason. */
  const findDoubt = async (units: readonly ReadyUnit[]): Promise<HoldReason | null> => {
    if (deps.batchOptions().free) return null;
    const asked = batch.question();
    // A batch that was too large does not become smaller by waiting.
    if (asked?.isMany || agreement.isMany(units.length)) return 'many';
    return agreement.findDoubt(await planJobs(folder, units, deps), asked !== null);
  };

  const finish = async (created: CreatedJobs): Promise<void> => {
    if (created.kind === 'postponed') {
      postponed += created.unit.files.length;
      return problems.note(created.error);
    }
    files.finish(created.unit, created.kind === 'changed');
    // It may be away for a moment, and unchanged when it is back.
    if (created.kind === 'changed') for (const { file } of created.unit.files) deps.recheck(file.path);
    if (created.kind === 'job') {
      createdJobs++;
      agreement.count(1);
    }
    if (created.kind === 'refused') {
      // Together with its event: the activity log would list the problem twice otherwise.
      await refuse(created).finally(() => {
        problems.note(created.error);
      });
    }
    deps.onJobsCreated(folder, created);
  };

  const refuse = async ({ unit, error, marks }: Extract<CreatedJobs, { kind: 'refused' }>): Promise<void> => {
    for (const [at, { file }] of unit.files.entries()) {
      if (folder.after === 'move' && (await moveToFailed(file, toRefusalText(error)))) continue;
      // A file that is away is rejected again when it returns, if its reason still applies.
      if (!(await isThere(file.path))) deps.recheck(file.path);
      // A file that stays in the folder must not be rejected again at every start.
      else deps.claimedFiles.addRefused(marks.slice(at, at + 1));
    }
  };

  /** False if the file is still in the folder, or away. */
  const moveToFailed = async (file: ReadyFile, text: string): Promise<boolean> => {
    const moved = await archiveSource(folder.path, [file.path], 'failed', text).catch(() => null);
    return (moved?.size ?? 0) > 0;
  };

  return {
    get waiting() {
      return files.size;
    },
    get isMoving() {
      return files.size > files.lostCount + postponed;
    },
    get createdJobs() {
      return createdJobs;
    },
    nextDueMs: files.nextDueMs,
    add: (file) => {
      const place = toRelativePath(folder.path, file.path);
      const claims = deps.claimedFiles.find({ folderId: folder.id, fileId: '', place });
      const inode = file.fileId.split(':')[1];
      // An unchanged file that stayed in the folder is recognized by its time stamp alone.
      const isKnown = claims.some(({ version, fileId }) => version === file.stamp && fileId.split(':')[0] === inode);
      if (isKnown) files.drop(file.path);
      else files.note(file);
      return !isKnown;
    },
    drop: files.drop,
    run: async (mayRun) => {
      if (!mayRun()) return;
      const units = await files.findUnits();
      postponed = 0;
      for (const subject of files.withoutFront)
        problems.note(toErrorInfo(new AppError('front_missing', '', { subject })));
      for (const subject of files.emptyViews) problems.note(toErrorInfo(new AppError('half_written', '', { subject })));
      if (units.length === 0) return;
      const doubt = await findDoubt(units);
      // A sidecar may make a unit more expensive than the folder's recipe.
      const judge = (plan: SpendingPlan) => doubt ?? agreement.findDoubt(plan, false);
      for (let at = 0; at < units.length && mayRun(); at += BATCH_SIZE) {
        for (const created of await createJobs(folder, units.slice(at, at + BATCH_SIZE), judge, deps)) {
          await finish(created);
        }
      }
    },
    question: batch.question,
    confirm: batch.confirm,
  };
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** The text file beside a rejected source. */
function toRefusalText(error: ErrorInfo): string {
  const { happened, next } = describeError(error);
  return `${happened} Nothing was charged. ${next}`;
}
