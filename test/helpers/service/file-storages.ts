import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import type { FileStorage } from '../../../src-main/local-service/files/file-storage.ts';
import { openFolderStorage } from '../../../src-main/local-service/files/open-folder-storage.ts';
import { openS3Storage } from '../../../src-main/local-service/files/s3/open-s3-storage.ts';
import { createS3Client } from '../../../src-main/local-service/files/s3/s3-client.ts';
import { s3Config, type S3Credentials } from '../../../src-main/local-service/files/s3/s3-config.ts';
import { toApiError } from '../../../src-main/local-service/http/to-api-error.ts';
import { CEPH_KEY, startCeph, type Ceph } from './ceph.ts';
import { startStrictS3, STRICT_BUCKET, STRICT_KEY, type StrictS3 } from './strict-s3.ts';

/** A place for storages, such as a server. */
export interface StoragePlace {
  /** Opens a storage whose clock is ahead by `aheadMs()`. */
  open(aheadMs: () => number): Promise<FileStorage>;
  close(): Promise<void>;
}

/** Storages in a folder, with a server for their URLs. */
export async function startFolderPlace(): Promise<StoragePlace> {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    async open(aheadMs) {
      const dataDir = await makeFolder();
      const app = Fastify();
      app.setErrorHandler((error, _request, reply) => reply.code(toApiError(error).http).send());
      let baseUrl = '';
      const now = () => Date.now() + aheadMs();
      const storage = await openFolderStorage({ dataDir, apiKey: 'key', baseUrl: () => baseUrl, now });
      storage.addFileRoutes(app);
      baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
      closers.push(
        () => app.close(),
        () => rm(dataDir, { recursive: true }),
      );
      return storage;
    },
    async close() {
      for (const close of closers) await close();
    },
  };
}

/** A bucket on a running server. */
export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly key: S3Credentials;
  stop(): Promise<void>;
}

/** The double of S3, with what is in it. */
export type StorageDouble = S3Server & Pick<StrictS3, 'objects'>;

/** Starts the double of S3. */
export async function startDouble(): Promise<StorageDouble> {
  const { endpoint, objects, close } = await startStrictS3();
  return { endpoint, objects, bucket: STRICT_BUCKET, key: STRICT_KEY, stop: close };
}

/** A real Ceph. */
export async function startCephServer(): Promise<S3Server & Ceph> {
  const ceph = await startCeph();
  const { endpoint } = ceph;
  const [bucket, key] = ['models', CEPH_KEY];
  const client = createS3Client(s3Config.parse({ endpoint, bucket }), key, undefined);
  await client.call({ method: 'PUT', key: '' }, [], ({ body }) => body.dump());
  await client.close();
  return { ...ceph, bucket, key };
}

/** Writes the file that `storage.credentialsFile` names, into a folder. */
export async function writeCredentials(folder: string, key: S3Credentials): Promise<string> {
  const file = path.join(folder, 'credentials.json');
  await writeFile(file, JSON.stringify(key));
  return file;
}

/** Storages in a bucket, each below a prefix of its own. */
export function createS3Place({ endpoint, bucket, key, stop }: S3Server): StoragePlace {
  const storages: FileStorage[] = [];
  const folders: string[] = [];
  return {
    async open(aheadMs) {
      const dataDir = await makeFolder();
      folders.push(dataDir);
      const prefix = `test-${folders.length}/`;
      const credentialsFile = await writeCredentials(dataDir, key);
      const config = s3Config.parse({ endpoint, bucket, prefix, credentialsFile });
      const now = () => Date.now() + aheadMs();
      const storage = await openS3Storage({ config, dataDir, queueTimeoutSeconds: 3600, now });
      storages.push(storage);
      return storage;
    },
    async close() {
      for (const storage of storages) await storage.close();
      for (const folder of folders) await rm(folder, { recursive: true });
      await stop();
    },
  };
}

function makeFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'dropforge-storage-'));
}
