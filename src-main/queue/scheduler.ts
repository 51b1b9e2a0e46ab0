import type { Category } from '../../src-shared/api/models/categories.ts';
import { isActive } from '../../src-shared/jobs/job.ts';
import { PRIORITIES, type Priority } from '../../src-shared/jobs/priority.ts';
import { MAX_BACKOFF_MS } from '../service-client/rates/backoff.ts';
import { taskCategoryOf } from '../pipeline/task-category.ts';
import { serviceOf, type JobRecord } from '../pipeline/job-record.ts';
import type { Clock } from '../base/clock.ts';
import { createHeap, type Heap } from './scheduling-heap.ts';

/** The facts that decide if a job can start; jobs with the same facts share a queue. */
export interface Group {
  /** The service, see `serviceOf`. */
  readonly serviceKey: string;
  /** Pool the next operation needs; null: no operation is left. */
  readonly category: Category | null;
  /** True if the next action costs nothing: a task already exists, or only downloads are left. */
  readonly ordered: boolean;
}

/** Selects the next job; updated incrementally, so that it never scans all jobs. */
export interface Scheduler {
  /** Updates a job; absent: it was removed. */
  update(id: string, record: JobRecord | undefined): void;
  /** The job is running until `release`. */
  hold(id: string): void;
  release(id: string): void;
  /**
   * The next job to run: by priority, then round-robin by recipe, then by position. Only jobs of groups that may run;
   * null when there is none.
   */
  next(may: (group: Group, priority: Priority) => boolean): JobRecord | null;
  /** Milliseconds until the next delayed job is due, 0 when it is; null: none is delayed. */
  nextDueMs(): number | null;
  /** Resumes jobs that wait because their service was unreachable. */
  wake(serviceKey: string): void;
  /** Number of entries examined; measures the work of the scheduler. */
  visited(): number;
}

interface Entry {
  record: JobRecord;
  readonly group: Group;
  /** `clock.elapsed()` when it is due; null: now. Independent of changes to the wall clock. */
  readonly dueAt: number | null;
  /** True if a newer entry replaced it, or the job is running or finished. */
  isGone: boolean;
}

/** Jobs of one recipe and priority, in one queue for each group. */
type Lines = Map<string, Heap<Entry>>;

/** True if a task may exist for the order of a step, even if the job does not have it yet; see `mayHaveTask`. */
export type IsSent = (jobId: string, step: number) => boolean;

/** The group of a job in its current state. */
export function groupOf(record: JobRecord, isSent: IsSent): Group {
  const { id, steps, stopRequested } = record;
  const index = steps.findIndex(({ status }) => status !== 'done');
  const next = steps[index];
  // A stopped job orders nothing more. The task of an order that was sent is only searched for.
  const ordered = !next || stopRequested || next.taskId !== null || isSent(id, index);
  return { serviceKey: serviceOf(record), category: categoryOf(record), ordered };
}

/** See `Group.category`. */
export function categoryOf({ steps }: JobRecord): Category | null {
  const next = steps.find(({ status }) => status !== 'done');
  return next ? taskCategoryOf(next) : null;
}

/** Creates an empty scheduler. */
export function createScheduler(clock: Pick<Clock, 'now' | 'elapsed'>, isSent: IsSent): Scheduler {
  const entries = new Map<string, Entry>();
  const held = new Map<string, JobRecord | undefined>();
  const ready = new Map<Priority, Map<string, Lines>>(PRIORITIES.map((priority) => [priority, new Map()]));
  const asleep = createHeap<Entry>(({ dueAt }) => dueAt ?? 0);
  const offline = new Map<string, Set<Entry>>();
  let visits = 0;

  /** The first entry that is still valid; drops stale entries. */
  const first = (line: Heap<Entry>): Entry | undefined => {
    for (let entry = line.peek(); entry; entry = line.peek()) {
      visits++;
      if (!entry.isGone) return entry;
      line.pop();
    }
    return undefined;
  };

  const lineUp = (entry: Entry): void => {
    const { record, group } = entry;
    const recipes = ready.get(record.priority) as Map<string, Lines>;
    const lines: Lines = recipes.get(record.recipe) ?? new Map<string, Heap<Entry>>();
    recipes.set(record.recipe, lines);
    const key = `${group.serviceKey} ${group.category} ${group.ordered}`;
    const line = lines.get(key) ?? createHeap<Entry>(({ record: { position } }) => position);
    lines.set(key, line);
    line.push(entry);
  };

  const put = (record: JobRecord, group: Group, isDue: boolean): void => {
    const pauseMs = isDue || record.retryAt === null ? 0 : record.retryAt - clock.now();
    // A delay longer than the maximum means that the wall clock was set back.
    const waits = pauseMs > 0 && pauseMs <= MAX_BACKOFF_MS;
    const entry = { record, group, dueAt: waits ? clock.elapsed() + pauseMs : null, isGone: false };
    entries.set(record.id, entry);
    if (waits) asleep.push(entry);
    else lineUp(entry);
    if (!waits || record.status !== 'offline') return;
    const { serviceKey } = entry.group;
    offline.set(serviceKey, (offline.get(serviceKey) ?? new Set()).add(entry));
  };

  /** Leaves the entry in the map, where the next one replaces it: adding a deleted key again is slow in a large map. */
  const drop = (id: string): void => {
    const entry = entries.get(id);
    if (!entry) return;
    entry.isGone = true;
    offline.get(entry.group.serviceKey)?.delete(entry);
  };

  const wakeDue = (): void => {
    for (let entry = first(asleep); entry && (entry.dueAt ?? 0) <= clock.elapsed(); entry = first(asleep)) {
      asleep.pop();
      offline.get(entry.group.serviceKey)?.delete(entry);
      lineUp(entry);
    }
  };

  const update: Scheduler['update'] = (id, record) => {
    if (held.has(id)) return void held.set(id, record);
    if (!record || !isActive(record.status)) {
      drop(id);
      entries.delete(id);
      return;
    }
    const group = groupOf(record, isSent);
    const before = entries.get(id);
    if (before && !before.isGone && isSamePlace(before.record, record) && isSameGroup(before.group, group)) {
      // The position is kept; only the record is newer.
      before.record = record;
      return;
    }
    drop(id);
    put(record, group, false);
  };

  /** The first of a recipe's queues that can continue; removes empty queues. */
  const firstOf = (lines: Lines, may: (group: Group) => boolean): Entry | null => {
    let best: Entry | null = null;
    for (const [key, line] of lines) {
      const entry = first(line);
      if (!entry) lines.delete(key);
      else if (may(entry.group) && (!best || entry.record.position < best.record.position)) best = entry;
    }
    return best;
  };

  return {
    update,
    hold: (id) => {
      const entry = entries.get(id);
      held.set(id, entry?.isGone === false ? entry.record : undefined);
      drop(id);
    },
    release: (id) => {
      const record = held.get(id);
      held.delete(id);
      update(id, record);
    },
    next: (may) => {
      wakeDue();
      for (const [priority, recipes] of ready) {
        for (const [recipe, lines] of [...recipes]) {
          const entry = firstOf(lines, (group) => may(group, priority));
          if (lines.size === 0) recipes.delete(recipe);
          if (!entry) continue;
          // After its turn the recipe goes behind all others.
          recipes.delete(recipe);
          recipes.set(recipe, lines);
          return entry.record;
        }
      }
      return null;
    },
    nextDueMs: () => {
      // Time passes after `next`: jobs that became due since then are left for the next call of `next`.
      const entry = first(asleep);
      return entry ? Math.max(0, (entry.dueAt ?? 0) - clock.elapsed()) : null;
    },
    wake: (serviceKey) => {
      const waiting = offline.get(serviceKey) ?? [];
      offline.delete(serviceKey);
      for (const entry of waiting) {
        visits++;
        if (entry.isGone) continue;
        drop(entry.record.id);
        put(entry.record, entry.group, true);
      }
    },
    visited: () => visits,
  };
}

/** True if a changed record keeps its position and its due time. */
function isSamePlace(before: JobRecord, after: JobRecord): boolean {
  return (
    before.position === after.position &&
    before.priority === after.priority &&
    before.recipe === after.recipe &&
    before.retryAt === after.retryAt
  );
}

function isSameGroup(one: Group, other: Group): boolean {
  return one.serviceKey === other.serviceKey && one.category === other.category && one.ordered === other.ordered;
}
