import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';
import { isSettled, jobKey } from '../store/job-keys.ts';
import type { JobStore } from '../store/job-store.ts';

/** Maximum number of settled jobs in memory, the last in the queue. */
export const RECENT_JOBS = 10_000;
/** Jobs that are read from the store at once. */
const PAGE = 500;

/** Access to all jobs, of which only some are in memory; the others are read from the store when they are asked for. */
export interface KnownJobs {
  /** The jobs in memory, in order: all that are not settled (see `isSettled`), and the last settled ones. */
  recent(): JobRecord[];
  /**
   * All jobs in parts, in no particular order. Other work continues between the parts: a job that is added or restored
   * meanwhile may be missing.
   */
  pages(): AsyncGenerator<readonly JobRecord[]>;
  /** Settled jobs that are not in memory and have a key (see `jobKey`), from the last in the queue. */
  older(key: string): Iterable<JobRecord>;
  /** Settled jobs that are not in memory, from the last in the queue; `before`: their positions are lower, null: any. */
  olderThan(before: number | null, most: number): JobRecord[];
  /** Ids that begin with a text, at most two. */
  findIds(start: string): string[];
  get(id: string): JobRecord | undefined;
  findArtifact(id: string): ArtifactRecord | null;
  /** Jobs with a step that has this task, in order. */
  withTask(taskId: string): JobRecord[];
}

/** The jobs in memory, kept up to date with the store. */
interface JobMemory extends KnownJobs {
  /** A job was added or changed in the store; returns what was in memory before. */
  keep(record: JobRecord): JobRecord | undefined;
  /** A job was removed from the store. */
  remove(id: string): void;
}

/** Reads the jobs from the store; `recentJobs`: see `RECENT_JOBS`. */
export function createJobMemory(
  store: Pick<JobStore, 'readJobs' | 'find' | 'withKey' | 'readSettled' | 'readPage' | 'findIds'>,
  recentJobs = RECENT_JOBS,
): JobMemory {
  let records = new Map<string, JobRecord>();
  let isInOrder = true;
  let last = -Infinity;
  const settled = new Set<string>();
  const byTask = new Map<string, Set<string>>();
  /** Every settled job from this position is in memory, none before it. */
  let floor = -Infinity;

  const forget = (id: string): void => {
    for (const { taskId } of records.get(id)?.steps ?? []) {
      const ids = taskId === null ? undefined : byTask.get(taskId);
      ids?.delete(id);
      if (taskId !== null && ids?.size === 0) byTask.delete(taskId);
    }
    records.delete(id);
    settled.delete(id);
  };
  const put = (record: JobRecord): void => {
    const { id, position, steps } = record;
    const before = records.get(id);
    if (before === undefined ? position < last : before.position !== position) isInOrder = false;
    last = Math.max(last, position);
    for (const { taskId } of before?.steps ?? []) if (taskId !== null) byTask.get(taskId)?.delete(id);
    records.set(id, record);
    for (const { taskId } of steps) {
      if (taskId !== null) byTask.set(taskId, (byTask.get(taskId) ?? new Set()).add(id));
    }
    if (isSettled(record)) settled.add(id);
    else settled.delete(id);
  };
  const listSettled = (): JobRecord[] => [...settled].map((id) => records.get(id) as JobRecord).sort(byPosition);
  /** A tenth more than wanted may be in memory, so that it is rarely done. */
  const makeRoom = (): void => {
    if (settled.size <= recentJobs * 1.1) return;
    const inOrder = listSettled();
    floor = inOrder[inOrder.length - recentJobs]?.position ?? floor;
    for (const { id, position } of inOrder) if (position < floor) forget(id);
  };
  const isAllInMemory = (): boolean => floor === -Infinity;
  const recent = (): JobRecord[] => {
    if (!isInOrder) records = new Map([...records.values()].sort(byPosition).map((record) => [record.id, record]));
    isInOrder = true;
    return [...records.values()];
  };
  function* older(key: string): Iterable<JobRecord> {
    if (isAllInMemory()) return;
    for (const record of store.withKey(key)) if (!records.has(record.id)) yield record;
  }

  for (const record of store.readJobs(recentJobs)) put(record);
  if (settled.size >= recentJobs) floor = listSettled()[0]?.position ?? floor;

  return {
    recent,
    async *pages() {
      if (isAllInMemory()) {
        yield recent();
        return;
      }
      let [from, seen] = [0, ''];
      for (;;) {
        const { records: page, next } = store.readPage(from, PAGE);
        yield page.flatMap((record) => (record.id === seen ? [] : (records.get(record.id) ?? record)));
        if (next === null) return;
        // The last job is read again: if it was removed, another may have its place.
        [from, seen] = [next, page.at(-1)?.id ?? ''];
        await nextTurn();
      }
    },
    older,
    olderThan: (before, most) =>
      isAllInMemory() ? [] : store.readSettled(before === null ? floor : Math.min(before, floor), most),
    findIds: (start) => store.findIds(start, 2),
    get: (id) => records.get(id) ?? (isAllInMemory() ? undefined : store.find(id)),
    findArtifact: (id) => {
      for (const { artifacts } of records.values()) {
        const artifact = artifacts.find((each) => each.id === id);
        if (artifact) return artifact;
      }
      for (const { artifacts } of older(jobKey.artifact(id))) return artifacts.find((each) => each.id === id) ?? null;
      return null;
    },
    withTask: (taskId) => {
      const inMemory = [...(byTask.get(taskId) ?? [])].map((id) => records.get(id) as JobRecord);
      return [...inMemory, ...older(jobKey.task(taskId))].sort(byPosition);
    },
    keep: (record) => {
      const before = records.get(record.id);
      if (isSettled(record) && record.position < floor) forget(record.id);
      else put(record);
      makeRoom();
      return before;
    },
    remove: forget,
  };
}

/** Orders jobs as they are in the queue. */
export function byPosition(one: JobRecord, other: JobRecord): number {
  return one.position - other.position;
}
