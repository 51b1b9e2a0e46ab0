import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Now, as the disk of a folder tells it, in milliseconds comparable with the times of files there whatever the clock of
 * this computer says; this computer's time where nothing can be written.
 */
export async function readFileSystemTime(folder: string): Promise<number> {
  // Hidden, so that nobody takes it for a file of the protocol.
  const probe = path.join(folder, `.clock-${randomUUID().slice(0, 12)}`);
  try {
    await writeFile(probe, '.', { flag: 'wx' });
    return (await stat(probe)).mtimeMs;
  } catch {
    return Date.now();
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
