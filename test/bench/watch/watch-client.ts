import { watch } from 'chokidar';
import { createWatchThread } from '../../../src-main/folders/watching/watch-thread.ts';

/** How a folder is watched: by the app, by chokidar alone, or by chokidar with its own wait for the end of a write. */
export type WatchKind = 'ours' | 'chokidar' | 'chokidar_awf';

/**
 * What the client says: ready, with the computing time its process took, its memory when it has looked at every file, or
 * the files it takes for whole.
 */
export type WatchWord =
  | { readonly kind: 'ready'; readonly cpuMs: number }
  | { readonly kind: 'looked'; readonly rssBytes: number }
  | { readonly kind: 'files'; readonly paths: readonly string[] };

// Process entry `KIND FOLDER FILES`: watches alone in its process, so that memory is its own. What lies there at the start
// is read, and counted where FILES says how many that are, but not told.
const [kind, folder = '', files = '0'] = process.argv.slice(2) as [WatchKind, string, string];
const say = (word: WatchWord): void => void process.send?.(word);
const ready = (): void => {
  const { user, system } = process.cpuUsage();
  say({ kind: 'ready', cpuMs: (user + system) / 1000 });
};
const looked = (): void => say({ kind: 'looked', rssBytes: process.memoryUsage.rss() });
process.once('disconnect', () => process.exit(0));

if (kind === 'ours') {
  let isReady = false;
  let left = Number(files);
  const paths: string[] = [];
  const watched = createWatchThread().open(
    { folder, endings: ['png', 'txt'], outside: [], polls: false },
    {
      onReady: ({ path }) => {
        if (left > 0 && --left === 0) looked();
        if (!isReady || files !== '0') return;
        if (paths.length === 0) setImmediate(() => say({ kind: 'files', paths: paths.splice(0) }));
        paths.push(path);
      },
      onStuck: () => undefined,
      onState: () => {
        if (isReady) return;
        isReady = true;
        ready();
      },
    },
  );
  process.on('message', () => void watched.rescan());
} else {
  const options = { ignoreInitial: true, ...(kind === 'chokidar_awf' ? { awaitWriteFinish: true } : {}) };
  watch(folder, options)
    .on('add', (path) => say({ kind: 'files', paths: [path] }))
    .on('ready', () => {
      ready();
      looked();
    });
}
