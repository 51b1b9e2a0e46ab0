import path from 'node:path';
import { MANIFEST_NAME, toResultManifestName } from '../../src-shared/delivery/delivery-schemas.ts';
import type { Disk } from '../../src-main/base/files/disk.ts';
import { systemError } from './disk-tree.ts';
import type { Mutant } from './mutant.ts';
import { OUT } from './sim-app.ts';

/** Planted bugs in how an asset gets into the output folder. */
export const EXPORT_MUTANTS: readonly Mutant[] = [
  {
    name: 'an export is written under its final name',
    caughtBy: ['I6'],
    faults: [],
    create: () => ({ system: (system) => ({ ...system, disk: withoutParts(system.disk) }) }),
  },
  {
    name: 'the manifest of an asset is written after the rename',
    caughtBy: ['I6'],
    faults: [],
    create: () => ({ system: (system) => ({ ...system, disk: withLateManifest(system.disk) }) }),
  },
  {
    name: 'the folder of an asset is renamed before it is synced',
    caughtBy: ['I5', 'I6'],
    faults: ['power_cut'],
    create: () => ({ system: (system) => ({ ...system, disk: withoutPartSync(system.disk) }) }),
  },
  {
    name: 'an asset that exists already is not recognized',
    caughtBy: ['I6'],
    faults: ['disk_errors'],
    create: () => ({ system: (system) => ({ ...system, disk: withoutManifests(system.disk) }) }),
  },
  {
    name: 'the manifest of a later result is added before its files',
    caughtBy: ['I6'],
    faults: [],
    create: () => ({ system: (system) => ({ ...system, disk: withEarlyResultManifest(system.disk) }) }),
  },
];

/** What lies in the hidden part of an export, or is that itself. */
const IN_PART = new RegExp(`^${OUT}/\\.([^/]+)\\.[0-9a-f]{8}-\\d+\\.[0-9a-f]{8}\\.part(/|$)`);

/** The hidden part of an export is its final name at once. */
function withoutParts(disk: Disk): Disk {
  const isPart = (file: string): boolean => IN_PART.test(file) && !file.includes('.probe.');
  const real = (file: string): string => (isPart(file) ? file.replace(IN_PART, `${OUT}/$1$2`) : file);
  return {
    ...disk,
    open: (file, mode) => disk.open(real(file), mode),
    makeFolder: (folder) => disk.makeFolder(real(folder)),
    copyFile: (from, to) => disk.copyFile(from, real(to)),
    syncFile: (file) => disk.syncFile(real(file)),
    syncFolder: (folder) => disk.syncFolder(real(folder)),
    rename: (from, to) => (isPart(from) ? Promise.resolve() : disk.rename(from, to)),
    remove: (file) => (isPart(file) ? Promise.resolve() : disk.remove(file)),
  };
}

/** The manifest is written when the asset has its name. */
function withLateManifest(disk: Disk): Disk {
  const late = new Map<string, Uint8Array[]>();
  return {
    ...disk,
    open: async (file, mode) => {
      if (mode !== 'create' || !IN_PART.test(file) || path.basename(file) !== MANIFEST_NAME)
        return disk.open(file, mode);
      const pieces: Uint8Array[] = [];
      late.set(path.dirname(file), pieces);
      return {
        read: () => Promise.resolve(0),
        write: async (bytes) => void pieces.push(bytes),
        size: () => Promise.resolve(0),
        sync: async () => undefined,
        close: async () => undefined,
      };
    },
    rename: async (from, to) => {
      await disk.rename(from, to);
      const pieces = late.get(from);
      if (!pieces) return;
      const file = await disk.open(path.join(to, MANIFEST_NAME), 'create');
      await file.write(Buffer.concat(pieces));
      await file.sync();
      await file.close();
      await disk.syncFolder(to);
    },
  };
}

/** The manifest of a later result gets its name first. */
function withEarlyResultManifest(disk: Disk): Disk {
  return {
    ...disk,
    link: async (file, name) => {
      const manifest = path.join(path.dirname(file), MANIFEST_NAME);
      const early = path.join(path.dirname(name), toResultManifestName(path.basename(name)));
      const isModel = IN_PART.test(file) && file !== manifest && !(await disk.stat(early));
      if (isModel) await disk.link(manifest, early);
      return disk.link(file, name);
    },
  };
}

/** Nobody makes the names in the hidden part of an export safe. */
function withoutPartSync(disk: Disk): Disk {
  return {
    ...disk,
    syncFolder: (folder) => (IN_PART.test(folder) ? Promise.resolve() : disk.syncFolder(folder)),
  };
}

/** The manifest of an asset that has its name reads as nothing; the first asset is there before its job hears of it. */
function withoutManifests(disk: Disk): Disk {
  const isVisible = (file: string): boolean => path.basename(file) === MANIFEST_NAME && !IN_PART.test(file);
  let isThere = false;
  let isTold = false;
  return {
    ...disk,
    open: async (file, mode) => {
      const opened = await disk.open(file, mode);
      return isVisible(file) ? { ...opened, size: () => Promise.resolve(0) } : opened;
    },
    rename: async (from, to) => {
      await disk.rename(from, to);
      isThere ||= IN_PART.test(from);
    },
    syncFolder: async (folder) => {
      if (folder !== OUT || !isThere || isTold) return disk.syncFolder(folder);
      isTold = true;
      throw systemError('EIO', 'fsync', folder);
    },
  };
}
