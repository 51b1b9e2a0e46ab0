import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { SYSTEM, type System } from '../system/system.ts';
import { toDiskError } from './disk-error.ts';
import { partPathOf } from './durable-file.ts';
import { makeFolder } from './make-folder.ts';

/** Our unfinished exports, as `uniquePartPath` names them; nobody else's hidden files look like that. */
const LEFTOVER = /^\..+\.[0-9a-f]{8}\.part$/;

/** Removes what an interrupted export left behind; never touches anything but our own hidden parts. */
export async function removeLeftovers(folder: string, { disk }: System = SYSTEM): Promise<void> {
  const entries = await disk.list(folder).catch(() => []);
  await Promise.all(entries.filter((name) => LEFTOVER.test(name)).map((name) => disk.remove(path.join(folder, name))));
}

/** Makes the folder and tries to write there, before anything is ordered that would have nowhere to go. */
export async function assertWritable(folder: string, system: System = SYSTEM): Promise<void> {
  const { disk } = system;
  try {
    await makeFolder(folder, disk);
    const probe = uniquePartPath(path.join(folder, 'probe'), system);
    await (await disk.open(probe, 'create')).close();
    await disk.remove(probe);
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

/** Whether files can be put into the folder, or it can be made. */
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

/** A hidden name beside the target; two jobs may want one name at the same moment, and each has its own. */
export function uniquePartPath(target: string, { random }: Pick<System, 'random'>): string {
  return partPathOf(`${target}.${random.uuid().slice(0, 8)}`);
}
