import type { Disk } from '../../src-main/base/files/disk.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';

/** A system whose disk fails at the sync of a folder with that number, from 0, and notes all others. */
export function failAtFolderSync(failing: number): { readonly system: System; readonly synced: readonly string[] } {
  const synced: string[] = [];
  let number = 0;
  const disk: Disk = {
    ...SYSTEM.disk,
    async syncFolder(folder) {
      if (number++ === failing) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
      await SYSTEM.disk.syncFolder(folder);
      synced.push(folder);
    },
  };
  return { system: { ...SYSTEM, disk }, synced };
}
