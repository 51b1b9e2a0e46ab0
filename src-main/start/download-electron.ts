import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A download without progress for this long is cancelled. */
const STALLED_MS = 10_000;

/** Interval between two size checks. */
const POLL_MS = 250;

/** Options of a download. */
export interface DownloadElectronOptions {
  /** The installed npm package `electron`, without its binary. */
  readonly packageFolder: string;
  /** Temporary folder for the download; emptied before and removed afterwards. */
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  readonly stalledMs?: number;
}

/** Downloads Electron's binary with the installer of its package; `failureReason` is null on success. */
export async function downloadElectron(
  options: DownloadElectronOptions,
): Promise<{ readonly failureReason: string | null }> {
  const { packageFolder, downloadFolder, signal, stalledMs = STALLED_MS } = options;
  await rm(downloadFolder, { recursive: true, force: true });
  await mkdir(downloadFolder, { recursive: true });
  const child = spawn(process.execPath, [path.join(packageFolder, 'install.js')], {
    // The installer downloads into the temporary folder, so the growth of this folder shows the progress.
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
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      errorOutput = error.message;
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
  if (code === 0) return { failureReason: null };
  const reason = stalled ? `no data received for ${Math.round(stalledMs / 1000)} seconds` : firstLine(errorOutput);
  return { failureReason: `Could not download Electron (${reason}).` };
}

/** Calls `onStalled` once if the folders do not grow for `stalledMs`. */
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
  // Files are renamed and removed meanwhile; missing files count as empty.
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

/** The installer prints a stack trace; its first line contains the message after the error class. */
const firstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.replace(/^\w*Error: /, '') ?? 'no reason given';
