import type { FileHandle } from 'node:fs/promises';

/** Writes bytes at the position of a file, in as many calls as the system needs: one may write only a part. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    done += (await handle.write(bytes, done, bytes.byteLength - done, null)).bytesWritten;
  }
}
