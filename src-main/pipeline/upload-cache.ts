import type { ServiceClient } from '../service-client/service-client.ts';
import type { FileToken } from './job-record.ts';

/** File tokens of one service by content hash, so that each content is uploaded once. */
export interface UploadCache {
  /**
   * The token of a content: a valid one that exists or is being uploaded by another job, otherwise the result of
   * `upload`. A failed upload fails only for the job that started it.
   */
  share(sha256: string, isGood: (token: FileToken) => boolean, upload: () => Promise<FileToken>): Promise<FileToken>;
  /** Removes a token that the service no longer accepts. */
  forget(sha256: string): void;
}

/** Tokens are valid for half an hour; beyond this number the oldest have expired. */
const MAX_TOKENS = 1_000;

const caches = new WeakMap<ServiceClient, UploadCache>();

/** The upload cache of a client; tokens are never used for another service or key. */
export function uploadCacheOf(client: ServiceClient): UploadCache {
  const cache = caches.get(client) ?? createUploadCache();
  caches.set(client, cache);
  return cache;
}

function createUploadCache(): UploadCache {
  const uploads = new Map<string, Promise<FileToken>>();
  const drop = (sha256: string, upload: Promise<FileToken>): void => {
    if (uploads.get(sha256) === upload) uploads.delete(sha256);
  };
  return {
    share: async (sha256, isGood, upload) => {
      for (let there = uploads.get(sha256); there; there = uploads.get(sha256)) {
        const token = await there.catch(() => null);
        if (token && isGood(token)) return token;
        drop(sha256, there);
      }
      const started = upload();
      uploads.set(sha256, started);
      started.catch(() => drop(sha256, started));
      const [oldest] = uploads.keys();
      if (uploads.size > MAX_TOKENS && oldest !== undefined) uploads.delete(oldest);
      return started;
    },
    forget: (sha256) => void uploads.delete(sha256),
  };
}
