import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { STATE_FOLDER } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { Deliveries, DeliveryView } from '../../../src-shared/delivery/delivery-view.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { readBridgeVersion } from '../bridges/bridge-package.ts';
import { createDeliveryReader } from './delivery-reader.ts';
import { toDeliveries } from './to-deliveries.ts';
import { log } from '../../base/log/log.ts';

/** Changes since the last notification. */
export interface DeliveryChange extends Omit<Deliveries, 'deliveries'> {
  /** New or different deliveries. */
  readonly changed: readonly DeliveryView[];
  /** Deliveries whose asset was removed. */
  readonly removed: readonly Pick<DeliveryView, 'assetId' | 'target'>[];
}

/** Watches the receipts of one output folder while there are subscribers. */
export interface ReceiptWatcher {
  /** Reads the current state from disk. */
  list(): Promise<Deliveries>;
  /** Reports the full state, then changes, until the returned function is called. */
  subscribe(listener: (change: DeliveryChange) => void): () => void;
  close(): void;
}

/** Polling interval, because file watchers lose events and network shares send none. */
const POLL_MS = 5_000;

/** Delay after a file event, to batch further events. */
const DEBOUNCE_MS = 100;

/** Minimum pause after a poll as a multiple of its duration, so that a slow share is not kept busy. */
const PAUSE_FACTOR = 10;

/**
 * Creates a watcher of an output folder; it is idle without subscribers. It watches four folders but no asset folders, so
 * that the cost does not depend on the number of assets; polling finds everything else.
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

  const schedule = (ms: number): void => {
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
      log.error('targets', 'reading receipts failed', error);
    }
    isPolling = false;
    const pause = PAUSE_FACTOR * (clock.elapsed() - began);
    schedule(isPollRequested ? Math.max(DEBOUNCE_MS, pause) : Math.max(POLL_MS, pause));
  };
  const onFileEvent = (name: string | null): void => {
    // Hidden names are unfinished files and clock probes.
    if (name?.startsWith('.') || isPollRequested) return;
    isPollRequested = true;
    if (!isPolling) schedule(DEBOUNCE_MS);
  };

  const watchFolders = (): void => {
    const state = path.join(folder, STATE_FOLDER);
    for (const at of [folder, ...['receipts', 'claims', 'targets'].map((kind) => path.join(state, kind))]) {
      if (watchers.has(at)) continue;
      try {
        const forget = (): void => {
          watcher.close();
          watchers.delete(at);
        };
        const watcher = watch(at, { persistent: false }, (event, name) => {
          // The folder itself was moved or removed; another one may take its place, which the next poll watches.
          if (event === 'rename' && name === path.basename(at)) forget();
          onFileEvent(name);
        });
        watchers.set(at, watcher);
        watcher.on('error', forget);
      } catch {
        // The folder does not exist yet, or the watch limit is reached; polling covers it.
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
    subscribe: (listener) => {
      listeners.add(listener);
      // A new subscriber receives the full state; so do all others again.
      known = new Map();
      shape = '';
      schedule(0);
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
