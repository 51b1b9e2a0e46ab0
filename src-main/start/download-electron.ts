import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A download that brings nothing for this long is given up. */
const STALLED_MS = 10_000;

/** How often the bytes are counted. */
const POLL_MS = 250;

/** What a fetch works with. */
export interface DownloadElectronOptions {
  /** The installed npm package `electron`, without its binary. */
  readonly packageFolder: string;
  /** A folder of ours for what is half there; emptied before and removed after. */
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  readonly stalledMs?: number;
}

/** Fetches Electron's binary with the package's own installer; `refused` is a sentence when that did not work. */
export async function downloadElectron(fetch: DownloadElectronOptions): Promise<{ readonly refused: string | null }> {
  const { packageFolder, downloadFolder, signal, stalledMs = STALLED_MS } = fetch;
  await rm(downloadFolder, { recursive: true, force: true });
  await mkdir(downloadFolder, { recursive: true });
  const child = spawn(process.execPath, [path.join(packageFolder, 'install.js')], {
    // The installer writes what arrives below the temporary folder, so its size tells whether bytes arrive.
    env: {
      ...process.env,
      TMPDIR: downloadFolder,
      TEMP: downloadFolder,
      TMP: downloadFolder,
      ELECTRON_GET_NO_PROGRESS: '1',
      NODE_USE_ENV_PROXY: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      complaint = error.message;
      resolve(null);
    });
  });
  const abort = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  let stalled = false;
  const watch = watchGrowth([downloadFolder, path.join(packageFolder, 'dist')], stalledMs, () => {
    stalled = true;
    abort();
  });
  const code = await closed;
  watch.stop();
  signal.removeEventListener('abort', abort);
  await rm(downloadFolder, { recursive: true, force: true });
  if (code === 0) return { refused: null };
  const why = stalled ? `nothing arrived for ${Math.round(stalledMs / 1000)} seconds` : firstLine(complaint);
  return { refused: `Electron could not be fetched (${why}).` };
}

/** Calls `onStalled` once when the size of the folders has stood still for `stalledMs`. */
function watchGrowth(folders: readonly string[], stalledMs: number, onStalled: () => void): { stop(): void } {
  let bytes = -1;
  let grewAt = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const poll = async (): Promise<void> => {
    const sizes = await Promise.all(folders.map(folderBytes));
    const now = sizes.reduce((sum, size) => sum + size, 0);
    if (now !== bytes) grewAt = performance.now();
    bytes = now;
    if (stopped) return;
    if (performance.now() - grewAt >= stalledMs) onStalled();
    else timer = setTimeout(() => void poll(), Math.min(POLL_MS, stalledMs));
  };
  void poll();
  return {
    stop: () => {
      stopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  // Files are renamed and removed meanwhile; what is gone has no size.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The installer prints a stack; its first line says what happened, after the name of the error's class. */
const firstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.replace(/^\w*Error: /, '') ?? 'no reason given';
