import type { Priority } from '../../src-shared/job.ts';
import { PRIORITIES } from '../../src-shared/job.ts';
import type { Pools } from '../pipeline/pools.ts';
import type { JobRecord } from '../pipeline/job-record.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { groupOf, type Group } from './scheduler.ts';

type Kind = JobRecord['serviceKind'];

/** Jobs in hand at once: enough to keep every pool of the service busy (41 by default), few enough to keep the disk calm. */
export const JOBS_IN_HAND = 48;

/** Jobs in hand for one pool beyond its places: they prepare and upload while those inside run, or bring files home. */
export const AHEAD_OF_POOL = 6;

/** Says whether one more job may be taken in hand. */
export interface Admission {
  may(group: Group, priority: Priority): boolean;
  /** Learns how a kind of service is reached. */
  learn(kind: Kind, reach: ServiceClient['reach']): void;
  /** Milliseconds until a service that cannot be reached may be tried again; null: nothing waits for that. */
  nextTryMs(): number | null;
  close(): void;
}

interface Parts {
  /** Jobs in hand as they stand. */
  inHand(): readonly JobRecord[];
  isPaused(): boolean;
  pools(kind: Kind): Pick<Pools, 'size'>;
  /** A kind of service can be reached again. */
  onUp(kind: Kind): void;
}

/** An admission that knows nothing of any service yet. */
export function createAdmission({ inHand, isPaused, pools, onUp }: Parts): Admission {
  const ways = new Map<Kind, { readonly reach: ServiceClient['reach']; readonly stop: () => void }>();

  return {
    may: ({ serviceKind, category, ordered }, priority) => {
      if (isPaused() && !ordered) return false;
      const hands = inHand();
      const downForMs = ways.get(serviceKind)?.reach.downForMs() ?? null;
      // While the service is away one job of it tries, or follows its task; the others would only be told the same.
      if (downForMs !== null && (downForMs > 0 || hands.some((other) => other.serviceKind === serviceKind)))
        return false;
      // A job waits for those that go before it or beside it, never for those behind it.
      const rank = PRIORITIES.indexOf(priority);
      const before = hands.filter((other) => PRIORITIES.indexOf(other.priority) <= rank);
      if (before.length >= JOBS_IN_HAND) return false;
      if (category === null) return true;
      const beside = before.map(groupOf).filter((g) => g.serviceKind === serviceKind && g.category === category);
      return beside.length < pools(serviceKind).size(category) + AHEAD_OF_POOL;
    },
    learn: (kind, reach) => {
      const known = ways.get(kind);
      if (known?.reach === reach) return;
      known?.stop();
      ways.set(kind, { reach, stop: reach.onUp(() => onUp(kind)) });
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
