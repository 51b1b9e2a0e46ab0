import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../../api-error.ts';
import type { LocalCopy } from '../local-copy.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** A folder for temporary copies of objects. */
export interface CopyFolder {
  /** Calls `work` with the path of a new file, and deletes that file afterwards. */
  use(work: (file: string) => Promise<void>): Promise<void>;
  /** Downloads an object; null if it is missing. Throws 2003 if it is not the version, or not what was stored. */
  download(bucket: S3Bucket, key: string, version?: string): Promise<LocalCopy | null>;
}

/** An empty folder: copies of an earlier process are deleted. */
export async function createCopyFolder(folder: string): Promise<CopyFolder> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const newPath = () => path.join(folder, randomUUID());
  const remove = (file: string) => rm(file, { force: true });
  return {
    async use(work) {
      const file = newPath();
      try {
        await work(file);
      } finally {
        await remove(file);
      }
    },
    async download(bucket, key, version) {
      const file = newPath();
      const result = await bucket.download(key, file, version).catch(async (error: unknown) => {
        await remove(file);
        throw error;
      });
      if (result === 'complete') return { path: file, release: () => remove(file) };
      await remove(file);
      if (result === 'missing') return null;
      throw new ApiError(2003, serviceMessage(`task-failure.source-${result}`));
    },
  };
}
