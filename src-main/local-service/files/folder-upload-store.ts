import { randomBytes } from 'node:crypto';
import { statSync, type Stats } from 'node:fs';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FILE_TOKEN } from '../../../src-shared/api/protocol/files.ts';
import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { ApiError } from '../api-error.ts';
import { cappedBody } from './capped-body.ts';
import type { UploadStore, StoredFile } from './upload-store.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { OWNER_ONLY, PART_SUFFIX, writeFileDurably } from '../../base/files/durable-file.ts';

/** Lifetime of an upload; the specification defines none. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Uploads as files named after their tokens; the time stamp of a file determines its expiry. `now` is epoch ms. */
export async function createFolderUploadStore(folder: string, now: () => number): Promise<UploadStore> {
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

  function find(token: string): StoredFile | null {
    const file = findAccepted(token);
    return file && file.madeAt + LIFETIME_MS > now() ? file : null;
  }

  async function sweep(keep: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(folder)) {
      // Parts are hidden; those of earlier versions were not.
      const token = path.basename(name, PART_SUFFIX).replace(/^\./, '');
      const unfinished = name.endsWith(PART_SUFFIX);
      if (unfinished ? receiving.has(token) : keep.has(token) || find(token)) continue;
      await rm(path.join(folder, name), { force: true });
    }
  }

  return { newToken: () => `file_${randomBytes(18).toString('base64url')}`, receive, find, findAccepted, sweep };
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
