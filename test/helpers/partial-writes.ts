import { open, type FileHandle } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** Until the test ends, each call to write to a file writes half of its bytes, as on a disk that is nearly full. */
export async function writeHalves(): Promise<void> {
  const handle = await open(import.meta.filename);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const write = prototype.write as (this: FileHandle, ...given: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(prototype, 'write').mockImplementation(function (
    this: FileHandle,
    bytes: Uint8Array,
    offset = 0,
    length = bytes.byteLength - Number(offset),
    position = null,
  ) {
    return write.call(this, bytes, offset, Math.ceil(Number(length) / 2), position);
  } as never);
  onTestFinished(() => spy.mockRestore());
}
