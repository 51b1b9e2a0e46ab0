import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

// Windows has no such flag.
const { O_RDONLY, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & typeof constants;

/** To read a file: a pipe is opened at once, where opening would wait until another program writes to it. */
export const READ_WITHOUT_WAITING = O_RDONLY | O_NONBLOCK;

/**
 * Opens a file for reading that other programs may have put there. A pipe would wait without end, and a few of them would block
 * all file access of this process. Rejects with the system's error, for a folder with EISDIR, and with ENXIO, as for a socket,
 * for what is no regular file.
 */
export async function openRegularFile(file: string): Promise<FileHandle> {
  const handle = await open(file, READ_WITHOUT_WAITING);
  try {
    assertRegular(await handle.stat(), file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function assertRegular(facts: Stats, file: string): void {
  if (facts.isFile()) return;
  const code = facts.isDirectory() ? 'EISDIR' : 'ENXIO';
  throw Object.assign(new Error(`${code}: not a regular file, open '${file}'`), { code, syscall: 'open', path: file });
}
