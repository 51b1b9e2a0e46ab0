import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** Puts bytes under a name so that after a power cut there is the whole file or none; mode 0600. */
export async function writeDurably(file: string, data: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, 'w', 0o600);
  try {
    await handle.writeFile(data);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(part, file);
  await syncFolder(path.dirname(file));
}
