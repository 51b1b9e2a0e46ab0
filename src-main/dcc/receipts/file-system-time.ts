import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The current time of a folder's file system in milliseconds, comparable with the modification times there even if the
 * clocks differ. Falls back to the time of this computer if the folder is not writable.
 */
export async function readFileSystemTime(folder: string): Promise<number> {
  // Hidden, so that no program reads it as a protocol file.
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
