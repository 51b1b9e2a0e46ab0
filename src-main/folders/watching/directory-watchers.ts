import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** Watches single folders, as the system provides: their entries and the files in them, but no subfolders. */
export interface DirectoryWatchers {
  /**
   * Watches a folder; `id` distinguishes it from another of the same name. False: it was watched already. Reading the folder
   * after this call, together with the events, misses nothing. A folder that cannot be watched is tried again by each call.
   */
  add(folder: string, id: string): boolean;
  /** Ends the watches of a folder and of all in it. */
  drop(folder: string): void;
  close(): void;
}

/** Events of watchers. */
export interface DirectoryListener {
  /** An entry was added or removed (`isName`), or its content was written; null: the system does not report which. */
  onChange(folder: string, name: string | null, isName: boolean): void;
  /**
   * A folder is not watched, which is reported once for each folder; ENOSPC and EMFILE: the system's limit of watches is
   * reached.
   */
  onError(error: NodeJS.ErrnoException): void;
}

interface Watched {
  readonly id: string;
  /** Null: the system refused it. */
  readonly watcher: FSWatcher | null;
}

/** Creates watchers without folders. */
export function createDirectoryWatchers({ onChange, onError }: DirectoryListener): DirectoryWatchers {
  const watched = new Map<string, Watched>();

  const end = (folder: string): void => {
    watched.get(folder)?.watcher?.close();
    watched.delete(folder);
  };

  return {
    add: (folder, id) => {
      const before = watched.get(folder);
      const isSame = before?.id === id;
      if (isSame && before.watcher) return false;
      end(folder);
      try {
        const watcher = watch(folder, (event, name) => onChange(folder, name, event === 'rename'));
        watched.set(folder, { id, watcher });
        watcher.on('error', (error) => {
          if (watched.get(folder)?.watcher === watcher) end(folder);
          onError(error);
        });
      } catch (error) {
        watched.set(folder, { id, watcher: null });
        if (!isSame) onError(error as NodeJS.ErrnoException);
      }
      return true;
    },
    drop: (folder) => {
      if (!watched.has(folder)) return;
      const inside = `${folder}${path.sep}`;
      for (const other of watched.keys()) if (other === folder || other.startsWith(inside)) end(other);
    },
    close: () => {
      for (const folder of watched.keys()) end(folder);
    },
  };
}
