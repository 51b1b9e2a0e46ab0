import path from 'node:path';
import type { Disk } from '../base/files/disk.ts';

/**
 * Renames a finished part only if the name is unused: a hard link fails where a rename would replace. Returns false if it
 * is used. The name survives a power failure.
 */
export async function claimFile(part: string, target: string, disk: Disk): Promise<boolean> {
  try {
    await disk.link(part, target);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return false;
    // exFAT and some network shares do not support hard links; there, one instance per home avoids conflicts with our own names.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    if (await disk.stat(target)) return false;
    await disk.rename(part, target);
  }
  await disk.syncFolder(path.dirname(target));
  return true;
}
