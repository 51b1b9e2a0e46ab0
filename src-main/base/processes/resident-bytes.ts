import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Size of a memory page on the platforms with `/proc`, in bytes. */
const PAGE_BYTES = 4_096;

/**
 * Resident memory of another process in bytes: from `/proc` (proc(5), statm) or `ps`. Null if the process is gone, and on
 * Windows, where only the heap limit applies.
 */
export async function readResidentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
      return Number(resident) * PAGE_BYTES;
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1_024;
  } catch {
    return null;
  }
}
