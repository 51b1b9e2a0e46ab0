import path from 'node:path';
import type { Disk, OpenFile } from '../../src-main/base/files/disk.ts';
import type { KillPoint, OnKillPoint } from './kill-points.ts';

/** Folders by which calls are told apart. */
interface Places {
  readonly home: string;
  readonly out: string;
}

/** What becomes of files right in the hidden folder of an asset, by their name without ending. */
const OF_PART: Partial<Record<string, { readonly written: KillPoint; readonly synced: KillPoint | null }>> = {
  source: { written: 'export: source copied, not synced', synced: null },
  dropforge: { written: 'export: manifest written, not synced', synced: 'export: manifest synced' },
};

/** The disk, telling what each call that matters has just done. */
export function instrumentDisk(disk: Disk, { home, out }: Places, reach: OnKillPoint): Disk {
  const library = path.join(home, 'library');
  /** What the last rename in a folder was, for the sync of the folder after it. */
  const renamed = new Map<string, KillPoint>();
  const tell = (boundary: KillPoint | null): void => void (boundary && reach(boundary));
  const isIn = (folder: string, file: string): boolean => path.dirname(file) === folder;
  const isDownload = (file: string): boolean => /^\.\d+-[0-9a-f]{16}-download\.part$/.test(path.basename(file));
  /** The hidden folder of an asset on its way, and what lies right in it. */
  const isPart = (file: string): boolean => isIn(out, file) && /^\.(?!probe\.).+\.part$/.test(path.basename(file));
  const isInPart = (file: string): boolean => isPart(path.dirname(file));
  const isInPackage = (file: string): boolean => isInPart(path.dirname(file));
  const isManifest = (file: string): boolean => path.basename(file) === '.manifest.json.part';

  const watchFile = (file: OpenFile, filePath: string): OpenFile => ({
    ...file,
    write: async (bytes) => {
      await file.write(bytes);
      if (isDownload(filePath)) reach('download: part written, not synced');
      else if (isManifest(filePath)) reach('done: manifest written, not renamed');
      else if (isInPart(filePath)) tell(OF_PART[path.parse(filePath).name]?.written ?? null);
    },
    sync: async () => {
      await file.sync();
      if (isDownload(filePath)) reach('download: part synced');
      else if (isInPart(filePath)) tell(OF_PART[path.parse(filePath).name]?.synced ?? null);
    },
  });

  return {
    ...disk,
    open: async (filePath, mode) => {
      const file = await disk.open(filePath, mode);
      if (isDownload(filePath) && mode !== 'read') reach('download: part opened');
      if (isIn(out, filePath) && mode === 'create') reach('prepare: probe made in the output folder');
      return watchFile(file, filePath);
    },
    makeFolder: async (folder) => {
      await disk.makeFolder(folder);
      if (isIn(library, folder)) reach('prepare: folder of the job made');
      else if (isPart(folder)) reach('export: hidden folder made');
      else if (isInPart(folder)) reach('export: folder of a package made');
    },
    copyFile: async (from, to) => {
      await disk.copyFile(from, to);
      if (isInPackage(to)) reach('export: file of a package copied');
      else if (isInPart(to)) reach('export: model copied, not synced');
    },
    syncFile: async (filePath) => {
      await disk.syncFile(filePath);
      if (isInPart(filePath)) reach('export: model synced');
    },
    rename: async (from, to) => {
      await disk.rename(from, to);
      const [before, after] = [path.basename(from), path.basename(to)];
      const folder = path.dirname(to);
      if (isDownload(from)) {
        renamed.set(folder, 'download: folder synced after the rename');
        reach('download: part renamed, folder not synced');
      } else if (/^\d+-[0-9a-f]{16}-download$/.test(before)) reach('download: named by what its bytes are');
      else if (after === 'manifest.json') reach('done: manifest renamed, job not done');
      else if (folder === out) reach('export: name given, folder not synced');
    },
    syncFolder: async (folder) => {
      await disk.syncFolder(folder);
      tell(renamed.get(folder) ?? null);
      renamed.delete(folder);
      if (folder === library) reach('prepare: folder of the library synced');
      else if (folder === out) reach('export: folder synced, place not kept');
      else if (isPart(folder)) reach('export: hidden folder synced, no name yet');
      else if (isInPart(folder)) reach('export: folder of a package synced');
    },
    remove: async (filePath) => {
      await disk.remove(filePath);
      const name = path.basename(filePath);
      if (/^\d+\.zip$/.test(name)) reach('verify: package unpacked and removed');
      if (isIn(out, filePath) && name.startsWith('.probe.')) reach('prepare: probe removed');
    },
  };
}
