import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Ending of a file that is being written; dot-prefixed as well, so that no watcher takes it. */
export const PART_ENDING = '.part';

const RENAME_PATIENCE_MS = 10_000;

/** Where a file is written before it gets its name: beside it, hidden. */
export function partPathOf(filePath: string): string {
  return path.join(path.dirname(filePath), `.${path.basename(filePath)}${PART_ENDING}`);
}

/**
 * Renames so that the new name survives a power cut: the content must already be synced; the directory is synced after.
 * Virus scanners on Windows hold files for moments: EPERM, EBUSY and EACCES are tried again for up to ten seconds.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  const until = performance.now() + RENAME_PATIENCE_MS;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      await rename(from, to);
      break;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      const mayPass = process.platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(code);
      if (!mayPass || performance.now() > until) throw error;
      await delay(waitMs);
    }
  }
  await syncDirectory(path.dirname(to));
}

/** Makes the entries of a directory durable; Windows does so itself and refuses the call. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a whole file durably: hidden part, synced, renamed. An existing file is replaced at once. */
export async function writeFileDurably(filePath: string, bytes: Uint8Array | string): Promise<void> {
  const partPath = partPathOf(filePath);
  try {
    const handle = await open(partPath, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await renameDurably(partPath, filePath);
  } catch (error) {
    await rm(partPath, { force: true }).catch(() => undefined);
    throw error;
  }
}
