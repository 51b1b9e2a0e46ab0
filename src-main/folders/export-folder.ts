import { constants } from 'node:fs';
import { access, lstat, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../base/log/log.ts';
import { SYSTEM, type System } from '../base/system.ts';
import { toDiskError } from './disk-error.ts';
import { findPartOwner, withPart } from './export-part.ts';
import { makeFolder } from '../base/files/make-folder.ts';

/** An unfinished export of another process is abandoned after this time without changes. */
const SILENCE_MS = 24 * 3_600_000;

/**
 * Removes the remains of interrupted exports of this computer, and of other computers' exports after a day without
 * changes; only our own hidden parts, and none that is in use. What cannot be removed is logged and stays until the next
 * call.
 */
export async function removeLeftovers(folder: string, system: System = SYSTEM): Promise<void> {
  const { disk } = system;
  const entries = await disk.list(folder).catch(() => []);
  const parts = entries.map((name) => path.join(folder, name));
  const others = parts.filter((part) => findPartOwner(part, system) === 'another');
  const silent = others.length > 0 ? await findSilent(folder, others, system) : [];
  const left = parts.filter((part) => findPartOwner(part, system) === 'nobody');
  const remove = (part: string): Promise<void> =>
    disk.remove(part).catch((error: unknown) => log.warn('folders', `${part} was not removed`, error));
  await Promise.all([...left, ...silent].map(remove));
}

/** Ages use the clock of the share, independent of the clocks of its computers. */
async function findSilent(folder: string, parts: readonly string[], system: System): Promise<string[]> {
  try {
    const now = await withPart(path.join(folder, 'clock'), system, async (probe) => {
      await writeFile(probe, '.', { flag: 'wx' });
      const { mtimeMs } = await lstat(probe);
      await system.disk.remove(probe);
      return mtimeMs;
    });
    const moved = await Promise.all(parts.map(readLastMove));
    // A time in the future: the clock was set back since, and an active writer would have updated it.
    return parts.filter((_, index) => Math.abs(now - moved[index]!) > SILENCE_MS);
  } catch {
    // The next start tries again.
    return [];
  }
}

/** Time of the last change in a part. */
async function readLastMove(part: string): Promise<number> {
  const facts = await lstat(part);
  const inner = facts.isDirectory() ? await readdir(part, { recursive: true }) : [];
  const times = await Promise.all(inner.map(async (name) => (await lstat(path.join(part, name))).mtimeMs));
  return Math.max(facts.mtimeMs, ...times);
}

/** Creates the folder and tests writing to it, before an order whose results could not be saved. */
export async function assertWritable(folder: string, system: System = SYSTEM): Promise<void> {
  const { disk } = system;
  try {
    await makeFolder(folder, disk);
    await withPart(path.join(folder, 'probe'), system, async (probe) => {
      await (await disk.open(probe, 'create')).close();
      await disk.remove(probe);
    });
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

/** True if the folder is writable, or can be created. */
export async function isWritable(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      if (!(await stat(at)).isDirectory()) return false;
      await access(at, constants.W_OK | constants.X_OK);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path.dirname(at) === at) return false;
    }
  }
}
