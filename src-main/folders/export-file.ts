import path from 'node:path';
import type { Disk } from '../base/files/disk.ts';
import { SYSTEM, type System } from '../base/system.ts';
import { claimFile } from './claim-file.ts';
import { toDiskError } from './disk-error.ts';
import { withPart } from './export-part.ts';
import { versionedName } from './file-name.ts';
import { hashFile } from '../base/files/hash-file.ts';
import { makeFolder } from '../base/files/make-folder.ts';

/** A file to export to a folder of the user. */
export interface Delivery {
  readonly path: string;
  readonly sha256: string;
  /** Safe base name, without extension. */
  readonly baseName: string;
  readonly extension: string;
  /** False for a path that is not used, whether a file is there or not. Default: every path is. */
  readonly accepts?: (target: string) => Promise<boolean>;
}

/**
 * Puts a copy into a folder under a unique name, atomically: written hidden, synced, then renamed
 * without replacing anything. The same content under one of our names is reused, if it is accepted, so a repeat after a
 * crash creates no second copy. Returns the path, which survives a power failure.
 */
export async function exportFile(folder: string, delivery: Delivery, system: System = SYSTEM): Promise<string> {
  try {
    await makeFolder(folder, system.disk);
    for (let version = 1; ; version++) {
      const placed = await placeFile(folder, versionedName(delivery.baseName, version), delivery, system);
      if (placed) return placed;
    }
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

async function placeFile(folder: string, name: string, delivery: Delivery, system: System): Promise<string | null> {
  const { disk } = system;
  const target = path.join(folder, `${name}.${delivery.extension}`);
  if (delivery.accepts && !(await delivery.accepts(target))) return null;
  if (await disk.stat(target)) {
    if (!(await isSame(target, delivery.sha256, disk))) return null;
    // An earlier attempt may have failed between the name and the sync of its folder.
    await disk.syncFolder(folder);
    return target;
  }
  return withPart(target, system, async (part) => {
    try {
      await disk.copyFile(delivery.path, part);
      await disk.syncFile(part);
      return (await claimFile(part, target, disk)) ? target : null;
    } finally {
      await disk.remove(part);
    }
  });
}

async function isSame(target: string, sha256: string, disk: Disk): Promise<boolean> {
  const hashed = await hashFile(target, disk).catch(() => null);
  return hashed?.sha256 === sha256;
}
