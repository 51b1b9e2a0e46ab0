import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemDisk } from '../../base/files/disk.ts';
import { OWNER_ONLY, writeFileDurably } from '../../base/files/durable-file.ts';

const KEY = /^local_[A-Za-z0-9_-]{43}$/;

/** The API key of a data folder: 256 random bits, created once, in `key` with mode 0600. Call it under the folder's lock. */
export async function readOrCreateApiKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'key');
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (KEY.test(found)) {
    await chmod(file, OWNER_ONLY);
    return found;
  }
  const key = `local_${randomBytes(32).toString('base64url')}`;
  await writeFileDurably(file, key, systemDisk, OWNER_ONLY);
  return key;
}
