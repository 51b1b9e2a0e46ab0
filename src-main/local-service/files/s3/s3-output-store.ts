import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { mediaTypeOf } from '../../../../src-shared/formats/media-types.ts';
import { taskId } from '../../../../src-shared/api/protocol/task.ts';
import { isOutputName, type OutputStore } from '../output-store.ts';
import type { CopyFolder } from './copy-folder.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** What the store needs. */
interface S3OutputStoreOptions {
  readonly bucket: S3Bucket;
  /** Prefix of the keys. */
  readonly prefix: string;
  readonly copies: CopyFolder;
  /** Folder of the drafts. */
  readonly draftsFolder: string;
}

/** Outputs as objects `TASK/FILE`. Their files appear one by one, but nobody has their URLs before the task has succeeded. */
export function createS3OutputStore(options: S3OutputStoreOptions): OutputStore {
  const { bucket, prefix, copies, draftsFolder } = options;
  const draftFolder = (id: string) => path.join(draftsFolder, taskId.parse(id));
  const keyOf = (id: string, fileName: string) => `${prefix}${id}/${fileName}`;

  const discardDraft = (id: string) => rm(draftFolder(id), { recursive: true, force: true });

  async function removeExcept(id: string, fileNames: readonly string[]): Promise<void> {
    const keep = new Set(fileNames.map((fileName) => keyOf(id, fileName)));
    for (const { key } of await bucket.list(keyOf(taskId.parse(id), ''))) if (!keep.has(key)) await bucket.remove(key);
  }

  return {
    draftFolder,
    async publish(id, attempt) {
      const draft = draftFolder(id);
      const fileNames = await readdir(draft);
      const published = (name: string) => (attempt === undefined ? name : `${attempt}-${name}`);
      await Promise.all(
        fileNames.map((name) => bucket.putFile(keyOf(id, published(name)), path.join(draft, name), mediaTypeOf(name))),
      );
      if (attempt === undefined) await removeExcept(id, fileNames);
      await discardDraft(id);
      return published;
    },
    discardDraft,
    async discard(id) {
      await discardDraft(id);
      // The task has ended whether its files are gone or not.
      await removeExcept(id, []).catch((error: unknown) => console.error(`The files of task ${id} remain:`, error));
    },
    keepOnly: removeExcept,
    has: async (id, fileName) => isOutputName(id, fileName) && bucket.has(keyOf(id, fileName)),
    openCopy: async (id, fileName) =>
      isOutputName(id, fileName) ? copies.download(bucket, keyOf(id, fileName)) : null,
    sweep: () => rm(draftsFolder, { recursive: true, force: true }),
  };
}
