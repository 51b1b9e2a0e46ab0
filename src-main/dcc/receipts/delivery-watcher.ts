import path from 'node:path';
import type { Deliveries, DeliveryView, LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { createReceiptWatcher, type DeliveryChange, type ReceiptWatcher } from './receipt-watcher.ts';
import { uniqueMessages, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** Watches the receipts of several output folders and merges them. */
export interface DeliveryWatcher extends ReceiptWatcher {
  /** Sets the watched folders; the state of all others is dropped. */
  setFolders(folders: readonly string[]): void;
}

/** The last known state of one folder. */
interface Part {
  readonly views: ReadonlyMap<string, DeliveryView>;
  readonly targets: readonly LiveTarget[];
  readonly problems: readonly MessageOrText[];
}

interface Followed {
  readonly watch: ReceiptWatcher;
  part: Part;
  stop: (() => void) | null;
}

const EMPTY: Part = { views: new Map(), targets: [], problems: [] };

/** Maximum wait for a folder; subscribers hear of a slow network share when it responds. */
const LIST_TIMEOUT_MS = 2_000;

/** Maximum number of problems listed. */
const MAX_PROBLEMS = 20;

/** If two folders report the same delivery, the higher rank wins. */
const RANKS: Readonly<Record<DeliveryView['status'], number>> = { waiting: 0, claimed: 1, failed: 2, imported: 3 };

/**
 * Creates a watcher of output folders without duplicates. Nothing is watched without subscribers. `listTimeoutMs`: how long
 * `list` waits for a folder.
 */
export function createDeliveryWatcher(
  folders: readonly string[],
  clock: Clock = systemClock,
  listTimeoutMs = LIST_TIMEOUT_MS,
): DeliveryWatcher {
  const followed = new Map<string, Followed>();
  const listeners = new Set<(change: DeliveryChange) => void>();
  let known: ReadonlyMap<string, DeliveryView> = new Map();
  let shape = '';

  const notify = (): void => {
    const { views, targets, problems } = merge([...followed.values()].map(({ part }) => part));
    const changed = [...views].flatMap(([key, view]) => (known.get(key) === view ? [] : [view]));
    const removed = [...known].flatMap(([key, { assetId, target }]) => (views.has(key) ? [] : [{ assetId, target }]));
    const nextShape = JSON.stringify([targets, problems]);
    const isSame = changed.length === 0 && removed.length === 0 && shape === nextShape;
    known = views;
    shape = nextShape;
    if (isSame) return;
    for (const listener of listeners) listener({ changed, removed, targets, problems });
  };
  const startWatching = (one: Followed): void => {
    let isFirst = true;
    one.stop ??= one.watch.subscribe(({ changed, removed, targets, problems }) => {
      const views = new Map(isFirst ? [] : one.part.views);
      isFirst = false;
      for (const subject of removed) views.delete(keyOf(subject));
      for (const view of changed) views.set(keyOf(view), view);
      one.part = { views, targets, problems };
      notify();
    });
  };
  const follow = (wanted: readonly string[]): void => {
    const places = new Set(wanted.map((folder) => path.resolve(folder)));
    let isRemoved = false;
    for (const [place, { watch }] of followed) {
      if (places.has(place)) continue;
      watch.close();
      followed.delete(place);
      isRemoved = true;
    }
    for (const place of places) {
      if (followed.has(place)) continue;
      const one = { watch: createReceiptWatcher(place, clock), part: EMPTY, stop: null };
      followed.set(place, one);
      if (listeners.size > 0) startWatching(one);
    }
    if (isRemoved && listeners.size > 0) notify();
  };
  const readPart = async ({ watch, part }: Followed): Promise<Part> => {
    let cancelTimeout = (): void => undefined;
    const timeout = new Promise<Part>((resolve) => (cancelTimeout = clock.after(listTimeoutMs, () => resolve(part))));
    return Promise.race([watch.list().then(toPart), timeout]).finally(cancelTimeout);
  };

  follow(folders);
  return {
    setFolders: follow,
    list: async () => toDeliveries(merge(await Promise.all([...followed.values()].map(readPart)))),
    subscribe: (listener) => {
      listeners.add(listener);
      // A new subscriber receives the full state; so do all others again.
      known = new Map();
      shape = '';
      for (const one of followed.values()) {
        one.stop?.();
        one.stop = null;
        startWatching(one);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const one of followed.values()) {
          one.stop?.();
          one.stop = null;
        }
      };
    },
    close: () => {
      listeners.clear();
      for (const { watch } of followed.values()) watch.close();
      followed.clear();
    },
  };
}

function keyOf({ assetId, target }: Pick<DeliveryView, 'assetId' | 'target'>): string {
  return `${assetId}--${target}`;
}

function toPart({ deliveries, targets, problems }: Deliveries): Part {
  return { views: new Map(deliveries.map((view) => [keyOf(view), view])), targets, problems };
}

function toDeliveries({ views, targets, problems }: Part): Deliveries {
  return { deliveries: [...views.values()], targets, problems };
}

/** Merges folders: of the same delivery the one with the highest rank, of the same target the live one. */
function merge(parts: readonly Part[]): Part {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const views = new Map<string, DeliveryView>();
  const targets = new Map<string, LiveTarget>();
  for (const part of parts) {
    for (const [key, view] of part.views) {
      const other = views.get(key);
      if (!other || RANKS[view.status] > RANKS[other.status]) views.set(key, view);
    }
    for (const target of part.targets)
      if (target.isLive || !targets.has(target.target)) targets.set(target.target, target);
  }
  const problems = uniqueMessages(parts.flatMap((part) => part.problems)).slice(0, MAX_PROBLEMS);
  return { views, targets: [...targets.values()], problems };
}
