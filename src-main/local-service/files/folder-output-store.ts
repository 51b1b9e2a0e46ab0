import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { taskId } from '../../../src-shared/api/protocol/task.ts';
import { toLocalCopy, type StoredFile } from './local-copy.ts';
import { isOutputName, type OutputStore } from './output-store.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { PART_SUFFIX, renameDurably } from '../../base/files/durable-file.ts';

/** Outputs as files on this computer, in one folder per task. */
export interface FolderOutputStore extends OutputStore {
  /** A published file; null when there is none. */
  find(id: string, fileName: string): Promise<StoredFile | null>;
}

/** Outputs under one folder of the disk. */
export async function createFolderOutputStore(folder: string): Promise<FolderOutputStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draftFolder = (id: string) => path.join(folder, `.${taskId.parse(id)}${PART_SUFFIX}`);

  async function find(id: string, fileName: string): Promise<StoredFile | null> {
    if (!isOutputName(id, fileName)) return null;
    const file = path.join(folder, id, fileName);
    const stats = await stat(file).catch(() => null);
    return stats?.isFile() ? { path: file, bytes: stats.size } : null;
  }

  return {
    draftFolder,
    find,
    has: async (id, fileName) => (await find(id, fileName)) !== null,
    openCopy: async (id, fileName) => toLocalCopy(await find(id, fileName)),
    async publish(id) {
      const place = path.join(folder, taskId.parse(id));
      await systemDisk.syncFolder(draftFolder(id));
      await rm(place, { recursive: true, force: true });
      await renameDurably(draftFolder(id), place);
      return (fileName) => fileName;
    },
    discardDraft: (id) => rm(draftFolder(id), { recursive: true, force: true }),
    async discard(id) {
      await rm(draftFolder(id), { recursive: true, force: true });
      await rm(path.join(folder, taskId.parse(id)), { recursive: true, force: true });
    },
    async keepOnly(id, fileNames) {
      const place = path.join(folder, taskId.parse(id));
      for (const name of await readdir(place).catch(() => [])) {
        if (!fileNames.includes(name)) await rm(path.join(place, name), { force: true });
      }
    },
    async sweep() {
      for (const name of await readdir(folder)) {
        if (name.endsWith(PART_SUFFIX)) await rm(path.join(folder, name), { recursive: true, force: true });
      }
    },
  };
}
