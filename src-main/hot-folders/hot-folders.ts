import os from 'node:os';
import path from 'node:path';
import { parseCredits } from '../../src-shared/api/pricing/credits.ts';
import { AppError, toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { ARCHIVE_FOLDERS, type HotFolder, type HotFolderView } from '../../src-shared/hot-folders/hot-folder.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { isInside } from '../base/files/is-inside.ts';
import { createWatchThread } from '../folders/watching/watch-thread.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import { queueGroupOf } from '../../src-shared/jobs/queue-groups.ts';
import { toJobSummary } from '../queue/job-list/job-summary.ts';
import type { Queue } from '../queue/queue.ts';
import { jobKey } from '../queue/store/job-keys.ts';
import { checkLocation } from './check-location.ts';
import { hasClaim, ownerOf, releaseSource } from './folder-claim.ts';
import { openHotFolder, type HotFolderDeps, type OpenHotFolder } from './hot-folder.ts';
import { archivePathOf, archiveSource } from './archive-source.ts';
import { hasContentOf, isFile } from './ready-source.ts';
import type { CreatedJobs } from './create-jobs.ts';
import { log } from '../base/log/log.ts';
import { message } from '../../src-shared/messages/message.ts';

interface HotFoldersDeps extends Omit<
  HotFolderDeps,
  'watch' | 'capPerDay' | 'check' | 'onChange' | 'onJobsCreated' | 'queue' | 'claimedFiles' | 'owner'
> {
  readonly queue: Pick<
    Queue,
    'add' | 'confirm' | 'unconfirmed' | 'records' | 'known' | 'find' | 'onChange' | 'claimedFiles' | 'sourcesMoved'
  >;
  exportFolder(): string;
  /** The hot folders of the settings, active or not. */
  remembered(): readonly HotFolder[];
  /** Daily caps in credits by folder, as decimals. */
  caps(): Readonly<Record<string, string>>;
}

/**
 * An event of the hot folders: a state or a request for confirmation changed, a unit was processed, a job failed, or the
 * sources of a job were archived.
 */
export type HotFolderEvent =
  | { readonly kind: 'changed' }
  | { readonly kind: 'processed'; readonly folder: HotFolder; readonly result: CreatedJobs }
  | { readonly kind: 'failed'; readonly folder: HotFolder; readonly job: JobRecord }
  | {
      readonly kind: 'archived';
      readonly folder: HotFolder;
      readonly job: JobRecord;
      /** New paths of the sources, relative to the folder. */
      readonly paths: readonly string[];
    };

/** All hot folders: creates jobs from their files and moves the files to `done` or `failed` afterwards. */
export interface HotFolders {
  /** Sets the watched folders. Unchanged folders are not interrupted. The last call wins. */
  setFolders(folders: readonly HotFolder[]): Promise<void>;
  list(): HotFolderView[];
  /** Throws `not_found`. */
  folderOf(id: string): HotFolder;
  /** Confirms the held jobs of a folder, up to a total in credits. Throws `needs_yes`, `not_found`. */
  approve(id: string, agreed: string | null): Promise<void>;
  /** Throws AppError when a folder cannot be a hot folder beside the existing ones; `id`: the folder to ignore. */
  check(folder: Pick<HotFolder, 'id' | 'path' | 'outFolder'>): Promise<void>;
  /** Throws `folder_feeds_itself` when an output folder conflicts with a hot folder. */
  checkOutput(output: string): Promise<void>;
  /** Resolves when all available files are claimed and all finished sources are archived. */
  settle(): Promise<void>;
  onEvent(listen: (event: HotFolderEvent) => void): () => void;
  close(): Promise<void>;
}

/** No folder is watched before `setFolders`. */
export function createHotFolders(deps: HotFoldersDeps): HotFolders {
  const { queue } = deps;
  const watch = createWatchThread();
  const open = new Map<string, OpenHotFolder>();
  const listeners = new Set<(event: HotFolderEvent) => void>();
  const tell = (event: HotFolderEvent): void => {
    for (const listen of listeners) listen(event);
  };
  let isClosed = false;
  let wanted: readonly HotFolder[] = [];
  /** Folders are opened and closed one at a time. */
  let changing: Promise<void> = Promise.resolve();
  /** Files are archived one job at a time. */
  let moving: Promise<void> = Promise.resolve();

  const check: HotFolders['check'] = ({ id, path: at, outFolder }) => {
    const known = [...deps.remembered(), ...[...open.values()].map((hot) => hot.folder)];
    const others = known.filter((other) => other.id !== id);
    const outputs = [deps.exportFolder(), outFolder, ...others.map((other) => other.outFolder)];
    const inputs = others.map((other) => other.path);
    return checkLocation(at, { outputs: outputs.filter((folder) => folder !== null), inputs, home: deps.home });
  };

  const move = async (id: string, folder: HotFolder): Promise<void> => {
    const record = queue.find(id);
    // It may have continued or been archived in the meantime.
    if (!record || !isToMove(record)) return;
    const away = record.status === 'done' ? 'done' : 'failed';
    const archive = path.join(folder.path, ARCHIVE_FOLDERS[away]);
    const there = [];
    for (const { taken, path: at } of record.sources) {
      // After a recovery the manifest may know where it was archived. Or the path may now have another file, which gets its own job.
      if (taken && !isInside(at, archive) && (await hasContentOf(folder.path, at, taken))) there.push(at);
    }
    const moved = await archiveSource(folder.path, there, away, away === 'done' ? null : toReason(record));
    const missing: string[] = [];
    for (const { taken, path: at } of record.sources) {
      if (!taken || moved.has(at)) continue;
      // The app ended between moving the file and recording it.
      const target = isInside(at, archive) ? at : archivePathOf(folder.path, at, away);
      if (await isFile(target, taken.fileId)) moved.set(at, target);
      // It stays claimed: a drive that returns must not bring it as a new file.
      else if (!(await hasClaim(folder.path, taken))) return;
      else if (!(await isFile(at, taken.fileId))) missing.push(taken.fileId);
    }
    for (const { taken } of record.sources) if (taken) await releaseSource(folder.path, taken);
    queue.sourcesMoved(record.id, moved, missing);
    const paths = [...moved.values()].map((at) => path.relative(folder.path, at));
    tell({ kind: 'archived', folder, job: record, paths });
  };
  const moveSoon = (records: Iterable<JobRecord>): void => {
    for (const record of records) {
      const folder = open.get(record.origin ?? '')?.folder;
      if (!folder || folder.after === 'stay' || !isToMove(record)) continue;
      moving = moving
        .then(() => (isClosed ? undefined : move(record.id, folder)))
        // A file that cannot be moved stays and is not claimed again.
        .catch((error: unknown) => log.error('hot folders', `job ${record.id} stays in its hot folder`, error));
    }
  };
  /** Archives the sources of jobs that ended while their folder was not open or could not be read. */
  const moveAllSoon = (): void => {
    moveSoon(queue.records());
    for (const { folder } of open.values())
      if (folder.after !== 'stay') moveSoon(queue.known.older(jobKey.claimed(folder.id)));
  };
  const gone = new Set<string>();
  /** Archives what ended while a folder was missing or could not be read. */
  const noteReturn = (id: string): void => {
    if (open.get(id)?.state() === 'gone') gone.add(id);
    else if (gone.delete(id)) moveAllSoon();
  };
  let heldBefore = '';
  /** A confirmation was requested, changed or resolved. */
  const tellQuestions = (): void => {
    const held = [...open.keys()].map((id) => queue.unconfirmed.revision(id)).join();
    if (held === heldBefore) return;
    heldBefore = held;
    tell({ kind: 'changed' });
  };
  const isFailed = ({ status }: Pick<JobRecord, 'status'>): boolean => status === 'failed';
  /** Failed jobs that were reported, in this run or an earlier one; a retry removes its job. */
  const reported = new Set(queue.records().flatMap((record) => (isFailed(record) ? [record.id] : [])));
  const tellFailures = (jobs: readonly Pick<JobRecord, 'id' | 'status'>[]): void => {
    for (const job of jobs) {
      if (!isFailed(job)) reported.delete(job.id);
      else if (!reported.has(job.id)) {
        reported.add(job.id);
        const record = queue.find(job.id);
        const folder = open.get(record?.origin ?? '')?.folder;
        if (record && folder) tell({ kind: 'failed', folder, job: record });
      }
    }
  };
  const stop = queue.onChange(({ jobs }) => {
    tellQuestions();
    tellFailures(jobs);
    if (open.size > 0)
      moveSoon(jobs.flatMap(({ id, finishedAt }) => (finishedAt === null ? [] : (queue.find(id) ?? []))));
  });

  const getOne = (id: string): OpenHotFolder => {
    const hot = open.get(id);
    if (!hot) throw new AppError('not_found', message('folder.no-such-hot-folder'));
    return hot;
  };
  const toView = (hot: OpenHotFolder): HotFolderView => {
    const { folder, question } = hot;
    const { id, recipe, after, enabled, mostAtOnce, schedule } = folder;
    return {
      ...{ id, recipe, after, enabled, mostAtOnce, schedule },
      name: path.basename(folder.path),
      folder: describeFolder(folder.path),
      outFolder: folder.outFolder === null ? null : describeFolder(folder.outFolder),
      capPerDay: deps.caps()[id] ?? null,
      state: hot.state(),
      waiting: hot.waiting,
      question: question && {
        jobs: question.plan.jobs,
        total: question.plan.total,
        test: question.plan.test,
        unknown: question.plan.unknown,
        over: question.plan.over,
        isMany: question.isMany,
        isAgain: question.isAgain,
      },
      error: hot.error,
      taken: hot.createdJobs,
      problems: [...hot.problems()],
    };
  };

  /** Opens the requested folders; they may change while a folder is closed. */
  const follow = async (): Promise<void> => {
    for (const [id, hot] of open) {
      const next = wanted.find((folder) => folder.id === id);
      if (next && JSON.stringify(next) === JSON.stringify(hot.folder)) continue;
      open.delete(id);
      await hot.close();
    }
    for (const folder of wanted) {
      if (isClosed || open.has(folder.id)) continue;
      const hot = openHotFolder(folder, {
        ...deps,
        watch,
        claimedFiles: queue.claimedFiles,
        owner: ownerOf(deps.home, os.hostname()),
        capPerDay: () => deps.caps()[folder.id] ?? null,
        check,
        onChange: () => {
          tell({ kind: 'changed' });
          noteReturn(folder.id);
        },
        onJobsCreated: (at, result) => tell({ kind: 'processed', folder: at, result }),
      });
      open.set(folder.id, hot);
    }
    // Archives sources whose jobs ended while the folder was not watched.
    moveAllSoon();
    tell({ kind: 'changed' });
  };

  return {
    check,
    checkOutput: async (output) => {
      const known = [...deps.remembered(), ...[...open.values()].map((hot) => hot.folder)];
      for (const at of new Set(known.map((folder) => folder.path)))
        await checkLocation(at, { outputs: [output], inputs: [], home: deps.home });
    },
    setFolders: (folders) => {
      wanted = folders;
      changing = changing.catch(() => undefined).then(follow);
      return changing;
    },
    list: () => [...open.values()].map(toView),
    folderOf: (id) => getOne(id).folder,
    approve: async (id, agreed) => {
      getOne(id).approve(agreed === null ? null : parseCredits(agreed));
      tellQuestions();
    },
    settle: async () => {
      await changing.catch(() => undefined);
      await Promise.all([...open.values()].map((hot) => hot.settle()));
      moveAllSoon();
      await moving;
    },
    onEvent: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    close: async () => {
      isClosed = true;
      stop();
      await changing.catch(() => undefined);
      await Promise.all([...open.values()].map((hot) => hot.close()));
      await moving;
      await watch.close();
      listeners.clear();
    },
  };
}

/** True if the sources of a job are still in their hot folder and can be archived. */
function isToMove({ status, sources }: JobRecord): boolean {
  return queueGroupOf(status) === 'finished' && sources.some(({ taken }) => taken);
}

function toReason(record: JobRecord): string {
  if (record.status === 'cancelled') return `${record.name} was cancelled.`;
  return toJobSummary(toFailure(record), record);
}

/** The error of a failed job. */
export function toFailure({ error }: JobRecord): ErrorInfo {
  return error ?? toErrorInfo(new AppError('bug', ''));
}
