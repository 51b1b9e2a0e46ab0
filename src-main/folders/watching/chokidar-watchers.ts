import path from 'node:path';
import { watch } from 'chokidar';
import type { DirectoryWatchers, DirectoryListener } from './directory-watchers.ts';

/** Maximum depth, as in a scan. */
const DEEPEST = 16;

/**
 * Watches a whole tree with chokidar, which supports macOS and Windows; it reads every file's status once more than a
 * scan does and holds a watch for each. Changes during its start are not reported, so at the end of the start it
 * reports that the state is unknown.
 */
export function createChokidarWatchers(
  root: string,
  ignored: (at: string) => boolean,
  { onChange, onError }: DirectoryListener,
): DirectoryWatchers {
  const known = new Map<string, string>();
  const watcher = watch(root, {
    ignored: (at) => at !== root && ignored(at),
    ignoreInitial: true,
    followSymlinks: false,
    depth: DEEPEST,
    ignorePermissionErrors: true,
  })
    .on('all', (event, at) => onChange(path.dirname(at), path.basename(at), event !== 'change'))
    .on('ready', () => onChange(root, null, false))
    .on('error', (error) => onError(error as NodeJS.ErrnoException));

  return {
    add: (folder, id) => {
      if (known.get(folder) === id) return false;
      known.set(folder, id);
      return true;
    },
    drop: (folder) => {
      if (!known.has(folder)) return;
      const inside = `${folder}${path.sep}`;
      for (const other of known.keys()) if (other === folder || other.startsWith(inside)) known.delete(other);
    },
    close: () => void watcher.close(),
  };
}
