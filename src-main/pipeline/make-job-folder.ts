import path from 'node:path';
import { toLibraryError } from '../folders/disk-error.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import type { Disk } from '../base/files/disk.ts';

/** Creates a job's folder in the library; its name survives a power failure like the files synced into it. Throws AppError. */
export async function makeJobFolder(jobFolder: string, disk: Disk): Promise<void> {
  const library = path.dirname(jobFolder);
  try {
    await makeFolder(jobFolder, disk);
    // A synced file is still lost if the name of a parent folder is.
    await disk.syncFolder(library);
    await disk.syncFolder(path.dirname(library));
  } catch (error) {
    throw toLibraryError(error);
  }
}
