import { statSync, type Stats } from 'node:fs';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FILE_TOKEN } from '../../../src-shared/api/protocol/files.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import { cappedBody } from './capped-body.ts';
import { toLocalCopy, type StoredFile } from './local-copy.ts';
import { newFileToken, SWEEP_AFTER_MS, UPLOAD_LIFETIME_MS, type UploadStore } from './upload-store.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { OWNER_ONLY, PART_SUFFIX, writeFileDurably } from '../../base/files/durable-file.ts';

/** Uploads as files on this computer. */
export interface FolderUploadStore extends UploadStore {
  /**
   * Receives a token's bytes, once; they are on the disk when this resolves. Throws errors: 2022 above `maxBytes`, 2003
   * if empty or truncated, 1004 if the token already has a file. After an error the token is unchanged.
   */
  receive(token: string, body: Readable, maxBytes: number): Promise<void>;
}

/** Uploads as files named after their tokens; the time stamp of a file determines its expiry. `now` is epoch ms. */
export async function createFolderUploadStore(folder: string, now: () => number): Promise<FolderUploadStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const receiving = new Set<string>();

  async function receive(token: string, body: Readable, maxBytes: number): Promise<void> {
    const file = pathOf(folder, token);
    if (receiving.has(token)) throw used();
    // Before the first await, so that only one of two concurrent calls continues.
    receiving.add(token);
    try {
      if (await exists(file)) throw used();
      await writeFileDurably(file, cappedBody(body, maxBytes), systemDisk, OWNER_ONLY);
    } finally {
      receiving.delete(token);
    }
  }

  function findAccepted(token: string): (StoredFile & { readonly madeAt: number }) | null {
    if (!FILE_TOKEN.test(token)) return null;
    const file = pathOf(folder, token);
    const stats = statOf(file);
    return stats && { path: file, bytes: stats.size, madeAt: stats.mtimeMs };
  }

  async function store(body: Readable): Promise<string> {
    const token = newFileToken();
    await receive(token, body, LIMITS.uploadBytesAccepted);
    return token;
  }

  function isYounger(token: string, ageMs: number): boolean {
    const file = findAccepted(token);
    return file !== null && file.madeAt + ageMs > now();
  }

  async function sweep(keep: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(folder)) {
      // Parts are hidden; those of earlier versions were not.
      const token = path.basename(name, PART_SUFFIX).replace(/^\./, '');
      const unfinished = name.endsWith(PART_SUFFIX);
      if (unfinished ? receiving.has(token) : keep.has(token) || isYounger(token, SWEEP_AFTER_MS)) continue;
      await rm(path.join(folder, name), { force: true });
    }
  }

  return {
    receive,
    store,
    // Called for every creation, so nothing is awaited.
    find: (token) => Promise.resolve(isYounger(token, UPLOAD_LIFETIME_MS) ? { kind: 'upload', token } : null),
    openCopy: ({ token }) => Promise.resolve(toLocalCopy(findAccepted(token))),
    sweep,
  };
}

function used(): ApiError {
  return new ApiError(1004, serviceMessage('api.url-used'), { http: 403 });
}

/** A token has only letters, digits, `_` and `-`, so the path cannot leave the folder. */
function pathOf(folder: string, token: string): string {
  if (!FILE_TOKEN.test(token)) throw new Error('This is not a file token');
  return folder + path.sep + token;
}

/** Synchronous, because creations need it, and the thread pool would cost many times the whole response. */
function statOf(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
