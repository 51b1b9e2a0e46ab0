import path from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import type { Format } from '../../src-shared/formats.ts';
import { isActive, type Job } from '../../src-shared/job.ts';
import { conversionStep } from '../../src-shared/recipe.ts';
import { createSourceInspector, type SourceInspector } from '../pipeline/inspect-source.ts';
import { withStep, type ArtifactRecord, type JobRecord } from '../pipeline/job-record.ts';
import { mayHaveTask } from '../pipeline/intent.ts';
import { createPools } from '../pipeline/pools.ts';
import { THUMBNAIL } from '../pipeline/prepare.ts';
import type { Tools } from '../pipeline/tools.ts';
import { Stopped } from '../pipeline/way.ts';
import { SYSTEM, type System } from '../system/system.ts';
import { createJobList, type JobChanges } from './job-list.ts';
import { createJobRecord, createStepRecord, type NewSource, type Order } from './new-job.ts';
import { openQueueStore, type QueueStore } from './queue-store.ts';
import { afterFailure, runJob } from './run-job.ts';
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
  resolve(id: string, by: 'look' | 'send_again' | 'give_up'): void;
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
  const { clock, disk } = system;
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

  const change = (id: string, patch: (record: JobRecord) => JobRecord): void => {
    const record = list.get(id);
    if (!record) throw new AppError('not_found', 'The job is not in the queue.');
    list.save(patch(record));
    pump();
  };

  /** A failed step is ordered anew: its task ended, so its intent is history. */
  const again = (record: JobRecord): JobRecord => {
    let fresh: JobRecord = {
      ...record,
      status: 'waiting',
      error: null,
      retryAt: null,
      attempts: 0,
      stopRequested: false,
    };
    for (const [index, step] of record.steps.entries()) {
      if (step.status === 'done') continue;
      const standing = intents.findStanding(record.id, index);
      const over = step.refunded || record.error?.code === 'task_missing';
      if (standing && over) intents.mark(standing.id, 'abandoned');
      fresh = withStep(fresh, index, { status: 'waiting', refunded: false, ...(over ? { taskId: null } : {}) });
    }
    return { ...fresh, finishedAt: null };
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
    retry: (ids) => {
      for (const id of ids) {
        const status = list.get(id)?.status;
        if (status === 'failed' || status === 'cancelled') change(id, again);
        else if (status === 'offline' || status === 'waiting') change(id, (record) => ({ ...record, retryAt: null }));
      }
    },
    cancel: (ids) => {
      for (const id of ids) {
        const record = list.get(id);
        if (!record || !isActive(record.status)) continue;
        list.save({ ...record, stopRequested: true });
        const ordered = record.steps.some(
          (step, index) =>
            step.status !== 'done' && (step.taskId !== null || mayHaveTask(intents.findStanding(id, index))),
        );
        if (ordered) continue;
        const hand = inHand.get(id);
        if (hand) hand.abort.abort(new Stopped());
        else list.save(afterFailure({ ...record, stopRequested: true }, new Stopped(), false, system));
      }
    },
    remove: async (ids) => {
      const gone = ids.filter((id) => !inHand.has(id) && !isActive(list.get(id)?.status ?? 'waiting'));
      list.remove(gone);
      await Promise.all(gone.map((id) => disk.remove(jobFolder(id))));
    },
    exportAs: (id, format) =>
      change(id, (record) => {
        if (record.status !== 'done') throw new AppError('not_found', 'The job is not finished yet.');
        const made = record.steps.findIndex((_, step) =>
          record.artifacts.some((artifact) => artifact.step === step && artifact.format === format),
        );
        const artifacts = record.artifacts.map((artifact) =>
          artifact.step === made && artifact.role === 'model' ? { ...artifact, exportedPath: null } : artifact,
        );
        const waiting = { ...record, artifacts, status: 'waiting' as const, finishedAt: null };
        if (made >= 0) return withStep(waiting, made, { exports: format });
        return { ...waiting, steps: [...record.steps, ...conversionStep(format).map(createStepRecord)] };
      }),
    resolve: (id, by) =>
      change(id, (record) => {
        if (record.status !== 'unknown') throw new AppError('not_found', 'The outcome of this job is known by now.');
        const standing = intents.findStanding(id, record.step);
        if (standing && by !== 'look') intents.mark(standing.id, by === 'send_again' ? 'prepared' : 'abandoned');
        if (by !== 'give_up') return { ...record, status: 'waiting', error: null, attempts: 0, finishedAt: null };
        return { ...record, status: 'cancelled', finishedAt: clock.now() };
      }),
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
