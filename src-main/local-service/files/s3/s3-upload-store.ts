import { FILE_TOKEN } from '../../../../src-shared/api/protocol/files.ts';
import { LIMITS } from '../../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../../src-shared/api/messages/service-message.ts';
import { sniffContainer } from '../../../../src-shared/formats/containers.ts';
import { OWNER_ONLY, writeSynced } from '../../../base/files/durable-file.ts';
import { systemDisk } from '../../../base/files/disk.ts';
import { MODEL_HEAD_BYTES, sniffModelHead } from '../../../engine/files/model/sniff-model-format.ts';
import { ApiError } from '../../api-error.ts';
import { cappedBody, fileTooLargeError, uploadEmptyError } from '../capped-body.ts';
import { newFileToken, SWEEP_AFTER_MS, UPLOAD_LIFETIME_MS, type UploadStore } from '../upload-store.ts';
import type { CopyFolder } from './copy-folder.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** What the store needs. */
interface S3UploadStoreOptions {
  readonly bucket: S3Bucket;
  /** Prefix of the keys. */
  readonly prefix: string;
  readonly copies: CopyFolder;
  /** True if the storage deletes abandoned uploads itself. */
  readonly storageExpires: boolean;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Uploads as objects named after their tokens. Clients PUT them, so they are checked when a task is created with them. */
export function createS3UploadStore(options: S3UploadStoreOptions): UploadStore {
  const { bucket, prefix, copies, storageExpires, now } = options;
  return {
    async store(body) {
      const token = newFileToken();
      await copies.use(async (file) => {
        await writeSynced(file, cappedBody(body, LIMITS.uploadBytesAccepted), systemDisk, OWNER_ONLY);
        await bucket.putFile(prefix + token, file, 'application/octet-stream');
      });
      return token;
    },

    async find(token) {
      if (!FILE_TOKEN.test(token)) return null;
      const head = await bucket.readHead(prefix + token, MODEL_HEAD_BYTES);
      if (head === null) return null;
      if (head === 'empty') throw uploadEmptyError();
      if (head.modifiedAt + UPLOAD_LIFETIME_MS <= now()) return null;
      if (head.bytes > LIMITS.uploadBytesAccepted) throw fileTooLargeError(LIMITS.uploadBytesAccepted);
      if (sniffContainer(head.start) === null && sniffModelHead(head.start, head.bytes) === null) {
        throw new ApiError(2004, serviceMessage('api.upload-type'));
      }
      return { kind: 'upload', token, version: head.version };
    },

    openCopy: ({ token, version }) => copies.download(bucket, prefix + token, version),

    async sweep(keep) {
      if (storageExpires) return;
      for (const { key, modifiedAt } of await bucket.list(prefix)) {
        const isUsed = modifiedAt + SWEEP_AFTER_MS > now() || keep.has(key.slice(prefix.length));
        if (!isUsed) await bucket.remove(key);
      }
    },
  };
}
