import type { ServiceClient } from '../service-client/service-client.ts';
import type { FileToken } from './job-record.ts';

/** Tokens of one service by the content they stand for, so that one content is uploaded once. */
export interface UploadCache {
  /**
   * The token of a content: the one that is there or on its way here by another job, if it is still good, else what
   * `upload` answers. An upload that fails fails for the job that began it alone.
   */
  share(sha256: string, isGood: (token: FileToken) => boolean, upload: () => Promise<FileToken>): Promise<FileToken>;
  /** A token that the service no longer takes. */
  forget(sha256: string): void;
}

/** Tokens live half an hour; beyond this many the oldest are of no use. */
const MAX_TOKENS = 1_000;

const caches = new WeakMap<ServiceClient, UploadCache>();

/** The upload cache of a client: lives as long as it does, and no token leaves the service and key it is of. */
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
