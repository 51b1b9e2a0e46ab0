import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { Deliveries, DeliveryView } from '../../../src-shared/delivery/delivery-view.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { readBridgeVersion } from '../bridges/bridge-package.ts';
import { createDeliveryReader } from './delivery-reader.ts';
import { toDeliveries } from './to-deliveries.ts';
import { log } from '../../base/log/log.ts';

/** What changed since the last time. */
export interface DeliveryChange extends Omit<Deliveries, 'deliveries'> {
  /** New or different deliveries. */
  readonly changed: readonly DeliveryView[];
  /** Deliveries that are no more: their asset was taken away. */
  readonly removed: readonly Pick<DeliveryView, 'assetId' | 'target'>[];
}

/** Follows the receipts of one export folder as long as somebody listens. */
export interface ReceiptWatcher {
  /** Everything as it is now; looks at the disk. */
  list(): Promise<Deliveries>;
  /** Tells of changes, first of everything there is, until the answer is called. */
  listen(listener: (change: DeliveryChange) => void): () => void;
  close(): void;
}

/** Watchers lose events, and shares tell of none: so often everything is looked at. */
const POLL_MS = 5_000;

/** A look after a change waits so long for more changes. */
const SETTLE_MS = 100;

/** A look that takes long, over a slow share, rests ten times as long. */
const REST = 10;

/**
 * A watch of an export folder. Nothing runs and nothing is watched while nobody listens. Four folders are watched and
 * none of the assets' own, so that ten thousand assets cost no more than one; what that misses, the next look finds.
 */
export function createReceiptWatcher(folder: string, clock: Clock = systemClock): ReceiptWatcher {
  const reader = createDeliveryReader(folder, clock);
  const listeners = new Set<(change: DeliveryChange) => void>();
  const watchers = new Map<string, FSWatcher>();
  let known = new Map<string, string>();
  let shape = '';
  let cancelTimer: (() => void) | null = null;
  let reading: Promise<Deliveries> | null = null;
  let isPollRequested = false;
  let isPolling = false;

  const readDeliveries = async (): Promise<Deliveries> => {
    const [state, ships] = await Promise.all([reader.read(), readBridgeVersion()]);
    return toDeliveries(state, ships);
  };
  const readDeliveriesOnce = (): Promise<Deliveries> => (reading ??= readDeliveries().finally(() => (reading = null)));

  const plan = (ms: number): void => {
    cancelTimer?.();
    cancelTimer = listeners.size > 0 ? clock.after(ms, () => void poll()) : null;
  };
  const poll = async (): Promise<void> => {
    const began = clock.elapsed();
    isPollRequested = false;
    isPolling = true;
    watchFolders();
    try {
      notify(await readDeliveriesOnce());
    } catch (error) {
      log.error('targets', 'looking at receipts', error);
    }
    isPolling = false;
    const rest = REST * (clock.elapsed() - began);
    plan(isPollRequested ? Math.max(SETTLE_MS, rest) : Math.max(POLL_MS, rest));
  };
  const onFileEvent = (name: string | null): void => {
    // Hidden names are files on their way, and what clocks are read with.
    if (name?.startsWith('.') || isPollRequested) return;
    isPollRequested = true;
    if (!isPolling) plan(SETTLE_MS);
  };

  const watchFolders = (): void => {
    const state = path.join(folder, STATE_FOLDER);
    for (const at of [folder, ...['receipts', 'claims', 'targets'].map((kind) => path.join(state, kind))]) {
      if (watchers.has(at)) continue;
      try {
        const watcher = watch(at, { persistent: false }, (_, name) => onFileEvent(name));
        watchers.set(at, watcher);
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(at);
        });
      } catch {
        // Not there yet, or no watches left: the looks find it.
      }
    }
  };
  const stop = (): void => {
    cancelTimer?.();
    cancelTimer = null;
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
    known = new Map();
    shape = '';
  };

  const notify = ({ deliveries, targets, problems }: Deliveries): void => {
    const next = new Map(deliveries.map((view) => [`${view.assetId}--${view.target}`, JSON.stringify(view)]));
    const changed = deliveries.filter((view) => {
      const key = `${view.assetId}--${view.target}`;
      return known.get(key) !== next.get(key);
    });
    const removed = [...known.keys()].filter((key) => !next.has(key)).map(toSubject);
    const nextShape = JSON.stringify([targets, problems]);
    const isSame = changed.length === 0 && removed.length === 0 && shape === nextShape;
    known = next;
    shape = nextShape;
    if (!isSame) for (const listener of listeners) listener({ changed, removed, targets, problems });
  };

  return {
    list: readDeliveriesOnce,
    listen: (listener) => {
      listeners.add(listener);
      // Whoever comes later hears everything, and so do the others once more.
      known = new Map();
      shape = '';
      plan(0);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    close: () => {
      listeners.clear();
      stop();
    },
  };
}

function toSubject(key: string): Pick<DeliveryView, 'assetId' | 'target'> {
  const at = key.indexOf('--');
  return { assetId: key.slice(0, at), target: key.slice(at + 2) };
}
