import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WatcherListener, WatcherOptions, WatcherState } from './folder-watcher.ts';
import type { ReadyFile } from './ready-file.ts';
import { log } from '../../base/log/log.ts';

/** Messages to the thread. */
export type WatchCommand =
  | { readonly kind: 'open'; readonly id: number; readonly order: WatcherOptions }
  | { readonly kind: 'recheck'; readonly id: number; readonly path: string }
  | { readonly kind: 'rescan' | 'close'; readonly id: number };

/** Messages from the thread; files are batched. */
export type WatchReport =
  | { readonly kind: 'ready'; readonly id: number; readonly files: readonly ReadyFile[] }
  | { readonly kind: 'stuck'; readonly id: number; readonly path: string }
  | { readonly kind: 'state'; readonly id: number; readonly state: WatcherState }
  | { readonly kind: 'walked'; readonly id: number; readonly unsettled: number }
  | { readonly kind: 'closed'; readonly id: number };

/** Watches folders in a worker thread, so that work in this thread delays no event. */
export interface WatchThread {
  open(order: WatcherOptions, listener: WatcherListener): WatchedFolder;
  close(): Promise<void>;
}

/** One folder of a watch. */
export interface WatchedFolder {
  /**
   * Scans everything now; resolves when every complete file was reported, with the number of incomplete
   * files; with 0 when it is closed.
   */
  rescan(): Promise<number>;
  /** Reports a file again if it is still there, or when it is there again. */
  recheck(filePath: string): void;
  close(): Promise<void>;
}

interface Open {
  readonly order: WatcherOptions;
  readonly listener: WatcherListener;
  readonly walks: ((unsettled: number) => void)[];
  closed: (() => void) | null;
}

/**
 * A thread that starts with the first folder; after a crash it is restarted with the same folders, and pending requests
 * are repeated.
 */
export function createWatchThread(startThread: () => Worker = startWorker): WatchThread {
  const folders = new Map<number, Open>();
  let thread: Worker | null = null;
  let nextId = 1;
  let isClosed = false;

  const say = (command: WatchCommand): void => (thread ??= start()).postMessage(command);
  const start = (): Worker => {
    const started = startThread();
    started.on('message', hear);
    started.on('error', (error) => log.error('folders', 'the watcher thread stopped', error));
    started.once('exit', () => {
      if (isClosed || thread !== started) return;
      thread = null;
      for (const [id, { order, walks, closed }] of folders) {
        if (closed) {
          end(id);
          continue;
        }
        say({ kind: 'open', id, order });
        if (walks.length > 0) say({ kind: 'rescan', id });
      }
    });
    return started;
  };
  const hear = (report: WatchReport): void => {
    const folder = folders.get(report.id);
    if (!folder) return;
    if (report.kind === 'ready') for (const file of report.files) folder.listener.onReady(file);
    else if (report.kind === 'stuck') folder.listener.onStuck(report.path);
    else if (report.kind === 'state') folder.listener.onState(report.state);
    else if (report.kind === 'walked') for (const resolve of folder.walks.splice(0)) resolve(report.unsettled);
    else end(report.id);
  };
  /** Stops reporting a folder. */
  const end = (id: number): void => {
    const folder = folders.get(id);
    folders.delete(id);
    for (const resolve of folder?.walks.splice(0) ?? []) resolve(0);
    folder?.closed?.();
  };

  return {
    open: (order, listener) => {
      const id = nextId++;
      const folder: Open = { order, listener, walks: [], closed: null };
      folders.set(id, folder);
      say({ kind: 'open', id, order });
      return {
        rescan: () =>
          new Promise((resolve) => {
            if (!folders.has(id)) return resolve(0);
            folder.walks.push(resolve);
            say({ kind: 'rescan', id });
          }),
        recheck: (filePath) => {
          if (folders.has(id)) say({ kind: 'recheck', id, path: filePath });
        },
        close: () =>
          new Promise((resolve) => {
            if (!folders.has(id)) return resolve();
            folder.closed = resolve;
            say({ kind: 'close', id });
          }),
      };
    },
    close: async () => {
      isClosed = true;
      for (const id of [...folders.keys()]) end(id);
      await thread?.terminate();
      thread = null;
    },
  };
}

function startWorker(): Worker {
  const extension = path.extname(new URL(import.meta.url).pathname);
  return new Worker(new URL(`./watching-worker${extension}`, import.meta.url));
}
