import path from 'node:path';
import type { Format } from '../../src-shared/formats.ts';
import { isActive, type Job } from '../../src-shared/job.ts';
import { createSourceInspector, type SourceInspector } from '../pipeline/inspect-source.ts';
import type { ArtifactRecord, JobRecord } from '../pipeline/job-record.ts';
import { createPools } from '../pipeline/pools.ts';
import { THUMBNAIL } from '../pipeline/prepare.ts';
import type { Tools } from '../pipeline/tools.ts';
import { SYSTEM, type System } from '../system/system.ts';
import { cancelJobs } from './commands/cancel-jobs.ts';
import { exportJob } from './commands/export-job.ts';
import { removeJobs } from './commands/remove-jobs.ts';
import { resolveJob, type Resolution } from './commands/resolve-job.ts';
import { retryJobs } from './commands/retry-jobs.ts';
import { createJobList, type JobChanges } from './job-list.ts';
import { createJobRecord, type NewSource, type Order } from './new-job.ts';
import { openQueueStore, type QueueStore } from './queue-store.ts';
import type { QueueParts } from './queue-parts.ts';
import { runJob } from './run-job.ts';
import { chooseJobs } from './scheduler.ts';

/** Pause before a job is taken up again that could not be written down. */
const UNWRITABLE_PAUSE_MS = 5_000;

interface QueueDeps {
  readonly home: string;
  connect(record: JobRecord): Promise<Pick<Tools, 'client' | 'follower'>>;
  exportFolder(): string;
  /** The computer, the store and the reader of sources; absent: the real ones. */
  readonly system?: System;
  readonly store?: QueueStore;
  readonly inspector?: SourceInspector;
}

/** Every job, on disk before anything happens to it, carried on until it is done or says why not. */
export interface Queue {
  list(): Job[];
  records(): JobRecord[];
  /** Adds all in one transaction; nothing is read or sent before it is committed. */
  add(sources: readonly NewSource[], order: Order): JobRecord[];
  /** Starts taking jobs in hand; until then the queue only keeps them. */
  start(): void;
  retry(ids: readonly string[]): void;
  /** Stops before the next thing that costs; a step that was sent is still brought home. */
  cancel(ids: readonly string[]): void;
  /** Takes finished jobs off the list, with their files in the library; exported files stay. */
  remove(ids: readonly string[]): Promise<void>;
  /** Exports a finished job in one more format: at once when it is there, else through one more step. */
  exportAs(id: string, format: Format): void;
  resolve(id: string, by: Resolution): void;
  findArtifact(id: string): ArtifactRecord | null;
  thumbnailPath(jobId: string): string | null;
  onChange(listen: (changes: JobChanges) => void): () => void;
  /** Resolves when none of these jobs goes on by itself any more. */
  whenSettled(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the queue of a home; throws `home_locked` when another process has it. */
export function createQueue(deps: QueueDeps): Queue {
  const { system = SYSTEM, store = openQueueStore(deps.home, system), inspector = createSourceInspector() } = deps;
  const { clock } = system;
  const { jobs, intents } = store;
  const list = createJobList(jobs, clock);
  const pools = createPools();
  const inHand = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  const settling = new Set<() => void>();
  let unschedule: (() => void) | null = null;
  let running = false;

  const jobFolder = (id: string): string => path.join(deps.home, 'library', id);

  const pump = (): void => {
    if (!running) return;
    unschedule?.();
    const { due, nextAt } = chooseJobs(list.all(), new Set(inHand.keys()), clock.now());
    for (const record of due) take(record);
    unschedule = nextAt === null ? null : clock.after(Math.max(10, nextAt - clock.now()), pump);
  };

  const take = ({ id }: JobRecord): void => {
    const abort = new AbortController();
    const current = (): JobRecord => list.get(id) as JobRecord;
    const tools = {
      system,
      intents,
      pools,
      jobFolder: jobFolder(id),
      exportFolder: current().outFolder ?? deps.exportFolder(),
      signal: abort.signal,
      save: list.save,
      report: (share: number) => list.setProgress(id, share),
      current,
    };
    const ended = runJob(tools, { inspector, connect: deps.connect })
      .catch(async (error: unknown) => {
        // The disk is full or gone: the job stays as it stood, and is taken up again after a pause.
        console.error(`dropforge: the queue cannot be written:`, error);
        await clock.pause(UNWRITABLE_PAUSE_MS, abort.signal).catch(() => undefined);
      })
      .finally(() => {
        inHand.delete(id);
        pump();
        for (const check of settling) check();
      });
    inHand.set(id, { abort, ended });
  };

  const parts: QueueParts = {
    system,
    list,
    intents,
    jobFolder,
    inHand: (id) => inHand.get(id)?.abort ?? null,
    pump,
  };

  return {
    list: list.views,
    records: list.all,
    add: (sources, order) => {
      const first = jobs.nextPosition();
      const records = sources.map((source, index) => createJobRecord(source, order, first + index, system));
      list.add(records);
      pump();
      return records;
    },
    start: () => {
      running = true;
      pump();
    },
    retry: (ids) => retryJobs(parts, ids),
    cancel: (ids) => cancelJobs(parts, ids),
    remove: (ids) => removeJobs(parts, ids),
    exportAs: (id, format) => exportJob(parts, id, format),
    resolve: (id, by) => resolveJob(parts, id, by),
    findArtifact: (id) =>
      list
        .all()
        .flatMap((record) => record.artifacts)
        .find((artifact) => artifact.id === id) ?? null,
    thumbnailPath: (jobId) => (list.get(jobId)?.hasThumbnail ? path.join(jobFolder(jobId), THUMBNAIL) : null),
    onChange: list.onChange,
    whenSettled: (ids) =>
      new Promise((resolve) => {
        const settled = (): boolean => ids.every((id) => !inHand.has(id) && !isActive(list.get(id)?.status ?? 'done'));
        const check = (): void => {
          if (!settled()) return;
          settling.delete(check);
          resolve();
        };
        settling.add(check);
        check();
      }),
    close: async () => {
      running = false;
      unschedule?.();
      for (const { abort } of inHand.values()) abort.abort(new Error('Dropforge is closing.'));
      await Promise.allSettled([...inHand.values()].map(({ ended }) => ended));
      await inspector.close();
      list.close();
      store.close();
    },
  };
}
