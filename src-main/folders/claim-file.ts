import path from 'node:path';
import type { Disk } from '../base/files/disk.ts';

/** Errors of file systems without hard links, such as exFAT (EISDIR on Windows) and some network shares. */
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EISDIR'];

/**
 * Gives a file another name only if that is unused: a hard link fails where a rename would replace. `linked`: it has both
 * names now; `renamed`: only the new one, on a disk without hard links; `used`: nothing changed.
 */
export async function claimName(from: string, to: string, disk: Disk): Promise<'linked' | 'renamed' | 'used'> {
  try {
    await disk.link(from, to);
    return 'linked';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return 'used';
    if (!NO_HARD_LINKS.includes(code)) throw error;
  }
  // Not atomic: there, one instance per home avoids conflicts with our own names.
  if (await disk.stat(to)) return 'used';
  await disk.rename(from, to);
  return 'renamed';
}

/**
 * Moves a finished part to a name only if that is unused; a part that was linked keeps its own name as well. Returns false if
 * it is used. The name survives a power failure.
 */
export async function claimFile(part: string, target: string, disk: Disk): Promise<boolean> {
  if ((await claimName(part, target, disk)) === 'used') return false;
  await disk.syncFolder(path.dirname(target));
  return true;
}
