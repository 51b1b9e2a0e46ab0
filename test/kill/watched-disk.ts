import path from 'node:path';
import type { Disk, OpenFile } from '../../src-main/system/disk.ts';
import type { Boundary, Reach } from './boundaries.ts';

/** Folders by which calls are told apart. */
interface Places {
  readonly home: string;
  readonly out: string;
}

/** The disk, telling what each call that matters has just done. */
export function watchDisk(disk: Disk, { home, out }: Places, reach: Reach): Disk {
  const library = path.join(home, 'library');
  /** What the last rename in a folder was, for the sync of the folder after it. */
  const renamed = new Map<string, Boundary>();
  const tell = (boundary: Boundary | null): void => void (boundary && reach(boundary));
  const isIn = (folder: string, file: string): boolean => path.dirname(file) === folder;
  const isDownload = (file: string): boolean => /^\.\d+-download\.part$/.test(path.basename(file));
  const isManifest = (file: string): boolean => path.basename(file) === '.manifest.json.part';

  const watchFile = (file: OpenFile, filePath: string): OpenFile => ({
    ...file,
    write: async (bytes) => {
      await file.write(bytes);
      if (isDownload(filePath)) reach('download: part written, not synced');
      else if (isManifest(filePath)) reach('done: manifest written, not renamed');
    },
    sync: async () => {
      await file.sync();
      if (isDownload(filePath)) reach('download: part synced');
    },
  });

  return {
    ...disk,
    open: async (filePath, mode) => {
      const file = await disk.open(filePath, mode);
      if (isDownload(filePath) && mode !== 'read') reach('download: part opened');
      if (isIn(out, filePath) && mode === 'create') reach('prepare: probe made in the export folder');
      return watchFile(file, filePath);
    },
    makeFolder: async (folder) => {
      await disk.makeFolder(folder);
      if (isIn(library, folder)) reach('prepare: folder of the job made');
    },
    copyFile: async (from, to) => {
      await disk.copyFile(from, to);
      if (isIn(out, to)) reach('export: part copied, not synced');
    },
    copyFolder: async (from, to) => {
      await disk.copyFolder(from, to);
      if (isIn(out, to)) reach('export: package copied');
    },
    syncFile: async (filePath) => {
      await disk.syncFile(filePath);
      if (isIn(out, filePath)) reach('export: part synced, no name yet');
    },
    link: async (file, name) => {
      await disk.link(file, name);
      if (isIn(out, name)) reach('export: name given, folder not synced');
    },
    rename: async (from, to) => {
      await disk.rename(from, to);
      const [before, after] = [path.basename(from), path.basename(to)];
      const folder = path.dirname(to);
      if (isDownload(from)) {
        renamed.set(folder, 'download: folder synced after the rename');
        reach('download: part renamed, folder not synced');
      } else if (/^\d+-download$/.test(before)) reach('download: named by what its bytes are');
      else if (after === 'manifest.json') reach('done: manifest renamed, job not done');
      else if (folder === out) reach('export: package has its name');
      else if (isIn(out, folder)) reach('export: main file of the package named');
    },
    syncFolder: async (folder) => {
      await disk.syncFolder(folder);
      tell(renamed.get(folder) ?? null);
      renamed.delete(folder);
      if (folder === library) reach('prepare: folder of the library synced');
      else if (folder === out) reach('export: folder synced, part still there');
      else if (isIn(out, folder)) reach('export: package synced, no name yet');
    },
    remove: async (filePath) => {
      await disk.remove(filePath);
      const name = path.basename(filePath);
      if (/^\d+\.zip$/.test(name)) reach('verify: package unpacked and removed');
      if (!isIn(out, filePath)) return;
      reach(name.startsWith('.probe.') ? 'prepare: probe removed' : 'export: part removed, place not kept');
    },
  };
}
