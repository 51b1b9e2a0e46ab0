import { createHash } from 'node:crypto';
import type { Disk, OpenFile } from '../base/files/disk.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * Copies a file that may have been removed or changed; returns null then, and leaves nothing at the target. The copy is
 * synced and owned by the user, with default permissions. `sha256` is the required content; null: any content.
 * Throws the system's error of the target.
 */
export async function copyVerified(
  from: string,
  target: string,
  sha256: string | null,
  disk: Disk,
): Promise<{ bytes: number; sha256: string } | null> {
  const source = await disk.open(from, 'read').catch(() => null);
  if (!source) return null;
  try {
    const copy = await disk.open(target, 'create');
    const facts = await copyAndClose(source, copy);
    if (facts && (sha256 === null || sha256 === facts.sha256)) return facts;
    await disk.remove(target);
    return null;
  } finally {
    await source.close();
  }
}

async function copyAndClose(source: OpenFile, copy: OpenFile): ReturnType<typeof copyAll> {
  try {
    return await copyAll(source, copy);
  } finally {
    await copy.close();
  }
}

/** Null: it cannot be read completely. */
async function copyAll(source: OpenFile, copy: OpenFile): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let bytes = 0; ;) {
    const length = await source.read(piece, bytes).catch(() => null);
    if (length === null) return null;
    if (length === 0) {
      await copy.sync();
      return { bytes, sha256: hash.digest('hex') };
    }
    hash.update(piece.subarray(0, length));
    await copy.write(piece.subarray(0, length));
    bytes += length;
  }
}
