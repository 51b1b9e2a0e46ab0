import { PRIORITIES, type Priority } from '../../src-shared/jobs/priority.ts';
import type { TaskPools } from '../pipeline/task-pools.ts';
import { serviceOf, type JobRecord } from '../pipeline/job-record.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { categoryOf, type Group } from './scheduler.ts';

/** Maximum number of running jobs for one service: enough to fill every pool (41 places by default) without overloading the disk. */
const MAX_ACTIVE_JOBS = 48;

/** Running jobs for one pool beyond its places: they prepare and upload, or download results, while the others are processed. */
const JOBS_AHEAD_OF_POOL = 6;

/** Decides if another job can start. */
export interface Admission {
  canStart(group: Group, priority: Priority): boolean;
  /** Registers how a service is reached, with every new client of it; `serviceKey`: see `serviceOf`. */
  learn(serviceKey: string, reach: ServiceClient['reach']): void;
  /** Milliseconds until an unreachable service may be tried again; null: no service waits for that. */
  nextTryMs(): number | null;
  close(): void;
}

interface Parts {
  /** The records of jobs that run now. */
  running(): readonly JobRecord[];
  isPaused(serviceKey: string): boolean;
  pools(serviceKey: string): Pick<TaskPools, 'size'>;
  /** A service can be reached again. */
  onUp(serviceKey: string): void;
}

/** Creates an admission that knows no service yet. */
export function createAdmission({ running, isPaused, pools, onUp }: Parts): Admission {
  const ways = new Map<string, { readonly reach: ServiceClient['reach']; readonly stop: () => void }>();

  return {
    canStart: ({ serviceKey, category, ordered }, priority) => {
      if (isPaused(serviceKey) && !ordered) return false;
      const hands = running().filter((other) => serviceOf(other) === serviceKey);
      const downForMs = ways.get(serviceKey)?.reach.downForMs() ?? null;
      // While the service is unreachable only one of its jobs retries; the others would get the same error.
      if (downForMs !== null && (downForMs > 0 || hands.length > 0)) return false;
      // A job waits for those that go before it or beside it, never for those behind it.
      const rank = PRIORITIES.indexOf(priority);
      const before = hands.filter((other) => PRIORITIES.indexOf(other.priority) <= rank);
      if (before.length >= MAX_ACTIVE_JOBS) return false;
      if (category === null) return true;
      const beside = before.filter((other) => categoryOf(other) === category);
      return beside.length < pools(serviceKey).size(category) + JOBS_AHEAD_OF_POOL;
    },
    learn: (serviceKey, reach) => {
      const known = ways.get(serviceKey);
      if (known?.reach === reach) return;
      known?.stop();
      ways.set(serviceKey, { reach, stop: reach.onUp(() => onUp(serviceKey)) });
      // The client before is never tried again, so it would not report this.
      if (known && known.reach.downForMs() !== null && reach.downForMs() === null) onUp(serviceKey);
    },
    nextTryMs: () => {
      const pauses = [...ways.values()].map(({ reach }) => reach.downForMs() ?? 0).filter((ms) => ms > 0);
      return pauses.length === 0 ? null : Math.min(...pauses);
    },
    close: () => {
      for (const { stop } of ways.values()) stop();
    },
  };
}
