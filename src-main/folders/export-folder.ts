import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Disk } from '../system/disk.ts';
import { SYSTEM, type System } from '../system/system.ts';
import { toDiskError } from './disk-error.ts';
import { partPathOf, renameDurably } from './durable-file.ts';
import { versionedName } from './file-name.ts';
import { hashFile } from './hash-file.ts';
import { makeFolder } from './make-folder.ts';

/** One finished file, or a folder whose main file it is, on its way to the export folder. */
export interface Delivery {
  /** The verified file in the library. */
  readonly path: string;
  readonly sha256: string;
  /** Folder of the main file and its side files, when the format has some. */
  readonly bundle: string | null;
  /** Safe base name, without ending. */
  readonly baseName: string;
  readonly extension: string;
}

/**
 * Puts a copy into the export folder under a name of its own, complete at once: written hidden, synced, then given its
 * name without ever replacing anything. The same content already there under one of our names is adopted, so a repeat
 * after a crash makes no second copy. Answers the path of the main file.
 */
export async function exportFile(folder: string, delivery: Delivery, system: System = SYSTEM): Promise<string> {
  try {
    await makeFolder(folder, system.disk);
    for (let version = 1; ; version++) {
      const name = versionedName(delivery.baseName, version);
      const placed = delivery.bundle
        ? await placeBundle(folder, name, delivery, system)
        : await placeFile(folder, name, delivery, system);
      if (placed) return placed;
    }
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

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

async function placeFile(folder: string, name: string, delivery: Delivery, system: System): Promise<string | null> {
  const { disk } = system;
  const target = path.join(folder, `${name}.${delivery.extension}`);
  if (await exists(target, disk)) return (await isSame(target, delivery.sha256, disk)) ? target : null;
  const part = uniquePartPath(target, system);
  try {
    await disk.copyFile(delivery.path, part);
    await disk.syncFile(part);
    return (await claimName(part, target, disk)) ? target : null;
  } finally {
    await disk.remove(part);
  }
}

/** A folder `name_obj` that appears whole; inside, the main file carries the asset's name. */
async function placeBundle(folder: string, name: string, delivery: Delivery, system: System): Promise<string | null> {
  const { disk } = system;
  const target = path.join(folder, `${name}_${delivery.extension}`);
  const mainName = `${name}.${delivery.extension}`;
  const mainFile = path.join(target, mainName);
  if (await exists(target, disk)) return (await isSame(mainFile, delivery.sha256, disk)) ? mainFile : null;
  const part = uniquePartPath(target, system);
  try {
    await disk.copyFolder(delivery.bundle ?? '', part);
    await renameDurably(path.join(part, path.basename(delivery.path)), path.join(part, mainName), disk);
    for (const entry of await disk.list(part)) await disk.syncFile(path.join(part, entry));
    await disk.syncFolder(part);
    return (await claimFolder(part, target, disk)) ? mainFile : null;
  } finally {
    await disk.remove(part);
  }
}

/** Gives a finished part its name only if nothing has it: a hard link fails where a rename would replace. */
async function claimName(part: string, target: string, disk: Disk): Promise<boolean> {
  try {
    await disk.link(part, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return false;
    // exFAT and some shares know no hard links; there the single instance per home keeps us from our own names.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    if (await exists(target, disk)) return false;
    await disk.rename(part, target);
  }
  await disk.syncFolder(path.dirname(target));
  return true;
}

/** A rename never replaces a folder that holds anything, nor a file; another job was faster then. */
async function claimFolder(part: string, target: string, disk: Disk): Promise<boolean> {
  try {
    await disk.rename(part, target);
  } catch (error) {
    if (await exists(target, disk)) return false;
    throw error;
  }
  // It has its name by now: a folder that cannot be synced is no reason to take another.
  await disk.syncFolder(path.dirname(target));
  return true;
}

/** Two jobs may want one name at the same moment; each writes its own part. */
function uniquePartPath(target: string, { random }: System): string {
  return partPathOf(`${target}.${random.uuid().slice(0, 8)}`);
}

async function exists(target: string, disk: Disk): Promise<boolean> {
  return (await disk.look(target).catch(() => null)) !== null;
}

async function isSame(target: string, sha256: string, disk: Disk): Promise<boolean> {
  const hashed = await hashFile(target, disk).catch(() => null);
  return hashed?.sha256 === sha256;
}
