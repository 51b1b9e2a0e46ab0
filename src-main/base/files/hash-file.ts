import { createHash } from 'node:crypto';
import { systemDisk, type Disk } from './disk.ts';

const CHUNK_BYTES = 1024 * 1024;

/** SHA-256 (hex) and length of a file, read in chunks so that no turn of the event loop takes longer than one. */
export async function hashFile(filePath: string, disk: Disk = systemDisk): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  const file = await disk.open(filePath, 'read');
  let bytes = 0;
  try {
    const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, await file.size())));
    for (;;) {
      const length = await file.read(chunk, bytes);
      if (length === 0) break;
      hash.update(chunk.subarray(0, length));
      bytes += length;
    }
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}
