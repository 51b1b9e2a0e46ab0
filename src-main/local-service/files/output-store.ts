import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { taskId } from '../../../src-shared/api/protocol/task.ts';
import type { StoredFile } from './upload-store.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { PART_SUFFIX, renameDurably } from '../../base/files/durable-file.ts';

/** The output files of tasks, in one folder per task. */
export interface OutputStore {
  /** The folder for a task's unfinished files; it is not served. The caller empties it first and flushes each file. */
  draftFolder(id: string): string;
  /** Publishes a task's finished folder durably; an earlier one of the same task is replaced. */
  publish(id: string): Promise<void>;
  /** Deletes all files of a task. */
  discard(id: string): Promise<void>;
  /** A published file; null when there is none. */
  find(id: string, fileName: string): Promise<StoredFile | null>;
  /** Deletes all drafts; call it while no task runs. */
  sweep(): Promise<void>;
}

/** File names that the service serves: no separators, no leading dot. */
const FILE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Outputs under one folder of the disk. */
export async function createOutputStore(folder: string): Promise<OutputStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draftFolder = (id: string) => path.join(folder, `.${taskId.parse(id)}${PART_SUFFIX}`);
  return {
    draftFolder,
    async publish(id) {
      const place = path.join(folder, taskId.parse(id));
      await systemDisk.syncFolder(draftFolder(id));
      await rm(place, { recursive: true, force: true });
      await renameDurably(draftFolder(id), place);
    },
    async discard(id) {
      await rm(draftFolder(id), { recursive: true, force: true });
      await rm(path.join(folder, taskId.parse(id)), { recursive: true, force: true });
    },
    async find(id, fileName) {
      if (!taskId.safeParse(id).success || !FILE_NAME.test(fileName)) return null;
      const file = path.join(folder, id, fileName);
      const stats = await stat(file).catch(() => null);
      return stats?.isFile() ? { path: file, bytes: stats.size } : null;
    },
    async sweep() {
      for (const name of await readdir(folder)) {
        if (name.endsWith(PART_SUFFIX)) await rm(path.join(folder, name), { recursive: true, force: true });
      }
    },
  };
}
