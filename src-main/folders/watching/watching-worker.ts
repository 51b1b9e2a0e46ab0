import { parentPort } from 'node:worker_threads';
import { createFolderWatcher, type FolderWatcher } from './folder-watcher.ts';
import type { WatchCommand, WatchReport } from './watch-thread.ts';
import type { ReadyFile } from './ready-file.ts';

const watchers = new Map<number, FolderWatcher>();
const found = new Map<number, ReadyFile[]>();

const say = (report: WatchReport): void => parentPort?.postMessage(report);

/** All files found in one turn of the event loop are sent as one message. */
function tell(id: number, file: ReadyFile): void {
  const files = found.get(id);
  if (files) return void files.push(file);
  found.set(id, [file]);
  setImmediate(() => flush(id));
}

function flush(id: number): void {
  const files = found.get(id);
  found.delete(id);
  if (files) say({ kind: 'ready', id, files });
}

// Worker thread: watches hot folders and reports every complete file.
parentPort?.on('message', (command: WatchCommand) => {
  const { kind, id } = command;
  if (kind === 'open') {
    watchers.set(
      id,
      createFolderWatcher(command.order, {
        onReady: (file) => tell(id, file),
        onStuck: (path) => say({ kind: 'stuck', id, path }),
        onState: (state) => say({ kind: 'state', id, state }),
      }),
    );
    return;
  }
  const watcher = watchers.get(id);
  if (kind === 'recheck') return watcher?.recheck(command.path);
  if (kind === 'rescan') {
    void (watcher?.rescan() ?? Promise.resolve(0)).then((unsettled) => {
      flush(id);
      say({ kind: 'walked', id, unsettled });
    });
    return;
  }
  watchers.delete(id);
  void (watcher?.close() ?? Promise.resolve()).then(() => {
    flush(id);
    say({ kind: 'closed', id });
  });
});
