import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/** Watches of single folders, as the system offers them: of their names and of the files in them, not of what is deeper. */
export interface DirectoryWatchers {
  /**
   * Watches a folder from now on; `id` tells it from another one of the same name. False: it was watched already. What is
   * read after this and what is told complete each other.
   */
  add(folder: string, id: string): boolean;
  /** Ends the watches of a folder and of all in it. */
  drop(folder: string): void;
  close(): void;
}

/** Events of watchers. */
export interface DirectoryListener {
  /** A name came or went (`isName`), or what it stands for was written to; null: the system does not say which. */
  onChange(folder: string, name: string | null, isName: boolean): void;
  /** A folder is not watched; ENOSPC and EMFILE: the system has no free watches. */
  onError(error: NodeJS.ErrnoException): void;
}

interface Watched {
  readonly id: string;
  readonly watcher: FSWatcher;
}

/** Watches of no folder yet. */
export function createDirectoryWatchers({ onChange, onError }: DirectoryListener): DirectoryWatchers {
  const watched = new Map<string, Watched>();

  const end = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };

  return {
    add: (folder, id) => {
      if (watched.get(folder)?.id === id) return false;
      end(folder);
      try {
        const watcher = watch(folder, (event, name) => onChange(folder, name, event === 'rename'));
        watched.set(folder, { id, watcher });
        watcher.on('error', (error) => {
          if (watched.get(folder)?.watcher === watcher) end(folder);
          onError(error);
        });
      } catch (error) {
        onError(error as NodeJS.ErrnoException);
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
