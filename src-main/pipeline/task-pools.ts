import { CATEGORIES, type Category } from '../../src-shared/api/models/categories.ts';
import { PRIORITIES, type Priority } from '../../src-shared/jobs/priority.ts';
import { systemClock, type Clock } from '../base/clock.ts';

/** Places in the service's concurrency pools; a creation waits for one, and it is released when its task ends. */
export interface TaskPools {
  /**
   * Resolves with a function that releases the place; rejects with the signal's reason. Waiting callers enter by their
   * current priority, then first come, first served.
   */
  enter(category: Category, signal: AbortSignal, priority?: () => Priority): Promise<() => void>;
  /**
   * The service reported a full pool (code 2000) to a caller that has a place: the pool shrinks to the number of its other
   * running tasks, at least one, and grows back by one for each minute without a refusal.
   */
  refuse(category: Category): void;
  /** Current number of places. */
  size(category: Category): number;
}

/** Sizes that differ from the documented ones, such as those agreed with support. */
export type TaskPoolSizes = Partial<Readonly<Record<Category, number>>>;

/** Limits learned from refusals, stored between starts. */
export interface LearnedPoolSizes {
  /** The size after a refusal and its time, epoch ms; null: unknown. */
  get(category: Category): { readonly size: number; readonly at: number } | null;
  /** A refusal reduced the pool to that size now. */
  set(category: Category, size: number): void;
}

interface Options {
  readonly clock?: Pick<Clock, 'now' | 'elapsed' | 'after'>;
  sizes?(): TaskPoolSizes;
  /** Absent: not stored. */
  readonly learned?: LearnedPoolSizes;
}

/** Time without a refusal after which a reduced pool gets a place back. */
const CALM_MS = 60_000;

interface Waiter {
  readonly priority: () => Priority;
  readonly enter: () => void;
}

interface Pool {
  inUse: number;
  readonly waiters: Waiter[];
  /** The size learned from refusals, and since when it applies; null: none. */
  learned: { size: number; since: number } | null;
  stopTimer: (() => void) | null;
}

/** Pools of one account with their known sizes, otherwise with the service's default sizes (spec part 8). */
export function createTaskPools({ clock = systemClock, sizes = () => ({}), learned }: Options = {}): TaskPools {
  const pools = new Map<Category, Pool>();

  const poolOf = (category: Category): Pool => {
    const pool = pools.get(category) ?? { inUse: 0, waiters: [], learned: remembered(category), stopTimer: null };
    pools.set(category, pool);
    return pool;
  };
  const remembered = (category: Category): Pool['learned'] => {
    const lesson = learned?.get(category) ?? null;
    // A time in the future means that the clock was set back.
    return lesson && { size: lesson.size, since: clock.elapsed() - Math.max(0, clock.now() - lesson.at) };
  };

  const size = (category: Category): number => {
    const pool = poolOf(category);
    const full = sizes()[category] ?? CATEGORIES[category].concurrency;
    if (!pool.learned) return full;
    const calm = Math.max(0, Math.floor((clock.elapsed() - pool.learned.since) / CALM_MS));
    pool.learned.size += calm;
    pool.learned.since += calm * CALM_MS;
    if (pool.learned.size < full) return pool.learned.size;
    pool.learned = null;
    return full;
  };

  const letIn = (category: Category): void => {
    const pool = poolOf(category);
    while (pool.waiters.length > 0 && pool.inUse < size(category)) {
      pool.inUse++;
      takeFirst(pool.waiters).enter();
    }
    pool.stopTimer?.();
    // The pool growth is checked only if a job waits for a slot.
    const growsIn = pool.learned ? pool.learned.since + CALM_MS - clock.elapsed() : 0;
    const waits = pool.waiters.length > 0 && pool.learned !== null;
    pool.stopTimer = waits ? clock.after(growsIn, () => letIn(category)) : null;
  };

  const queueUp = (category: Category, signal: AbortSignal, priority: () => Priority): Promise<void> =>
    new Promise((resolve, reject) => {
      const { waiters: line } = poolOf(category);
      const waiter: Waiter = {
        priority,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        line.splice(line.indexOf(waiter), 1);
        letIn(category);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      line.push(waiter);
      letIn(category);
    });

  return {
    enter: async (category, signal, priority = () => 'normal') => {
      signal.throwIfAborted();
      await queueUp(category, signal, priority);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        poolOf(category).inUse--;
        letIn(category);
      };
    },
    refuse: (category) => {
      const pool = poolOf(category);
      pool.learned = { size: Math.max(1, Math.min(size(category), pool.inUse - 1)), since: clock.elapsed() };
      learned?.set(category, pool.learned.size);
    },
    size,
  };
}

function takeFirst(line: Waiter[]): Waiter {
  const urgency = line.map(({ priority }) => PRIORITIES.indexOf(priority()));
  return line.splice(urgency.indexOf(Math.min(...urgency)), 1)[0] as Waiter;
}
