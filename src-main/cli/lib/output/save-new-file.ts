import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { toDiskError } from '../../../folders/disk-error.ts';
import { UsageError } from '../usage-error.ts';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';

/** Saves a text to a new file, completely or not at all. Throws `UsageError` if there is one, and the errors of the disk. */
export async function saveNewFile(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError(`${maskControlCharacters(file)} exists already. Choose another name.`);
    throw toDiskError(error, path.dirname(file));
  }
}
