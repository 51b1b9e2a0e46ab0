import path from 'node:path';
import { StartupError } from '../../../base/startup-error.ts';
import type { FileStorage } from '../file-storage.ts';
import { UPLOAD_LIFETIME_MS } from '../upload-store.ts';
import { createCopyFolder } from './copy-folder.ts';
import { describeProblem } from './describe-problem.ts';
import { createS3Bucket } from './s3-bucket.ts';
import { createS3Client } from './s3-client.ts';
import { readCertificate, readS3Credentials, type S3Config } from './s3-config.ts';
import { createS3OutputStore } from './s3-output-store.ts';
import { createS3UploadStore } from './s3-upload-store.ts';
import { createS3Urls } from './s3-urls.ts';
import { StorageError } from './storage-error.ts';

/** What the storage needs from the service. */
interface S3StorageOptions {
  readonly config: S3Config;
  /** For drafts and temporary copies. */
  readonly dataDir: string;
  /** A task may need its uploads for this long after their lifetime. */
  readonly queueTimeoutSeconds: number;
  /** Epoch ms. */
  readonly now: () => number;
  /** Pauses before repeated requests; tests cannot wait. */
  readonly pausesMs?: readonly number[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A service that is stopped for so long still finds the uploads of its unfinished tasks. */
const STOPPED_DAYS = 6;

/**
 * Uploads and outputs in a bucket: clients exchange files with the storage itself. Throws a StartupError if the bucket
 * cannot be used.
 */
export async function openS3Storage(options: S3StorageOptions): Promise<FileStorage> {
  const { config, dataDir, queueTimeoutSeconds, now } = options;
  const credentials = await readS3Credentials(config, process.env);
  const client = createS3Client(config, credentials, await readCertificate(config), options.pausesMs);
  try {
    const bucket = createS3Bucket(client);
    await bucket.probe(config.prefix);
    const prefixes = { uploads: `${config.prefix}uploads/`, outputs: `${config.prefix}outputs/` };
    const days = Math.ceil((UPLOAD_LIFETIME_MS + queueTimeoutSeconds * 1000) / DAY_MS) + STOPPED_DAYS;
    const storageExpires = await bucket.expire(prefixes.uploads, days);
    const copies = await createCopyFolder(path.join(dataDir, 'copies'));
    const draftsFolder = path.join(dataDir, 'drafts');
    return {
      uploads: createS3UploadStore({ bucket, prefix: prefixes.uploads, copies, storageExpires, now }),
      outputs: createS3OutputStore({ bucket, prefix: prefixes.outputs, copies, draftsFolder }),
      urls: createS3Urls(client, prefixes, now),
      addFileRoutes: () => undefined,
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error instanceof StorageError ? new StartupError(describeProblem(error.problem, config)) : error;
  }
}
