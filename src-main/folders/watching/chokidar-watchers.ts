import path from 'node:path';
import { watch } from 'chokidar';
import type { DirectoryWatchers, DirectoryListener } from './directory-watchers.ts';

/** How deep it looks, as a walk does. */
const DEEPEST = 16;

/**
 * Watches of a whole tree by chokidar, which knows the ways of macOS and Windows; it looks at every file once more than a
 * walk does and holds a watch for each. What comes while it begins is not told, so it says at the end of that that it
 * does not know.
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
