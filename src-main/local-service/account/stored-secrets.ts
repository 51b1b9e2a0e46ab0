import { randomBytes } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemDisk } from '../../base/files/disk.ts';
import { OWNER_ONLY, writeFileDurably } from '../../base/files/durable-file.ts';

/** The API key of a data folder, in its file `key`. Call it under the folder's lock. */
export function readOrCreateApiKey(dataDir: string): Promise<string> {
  return readOrCreate(path.join(dataDir, 'key'), 'local_');
}

/** The token of the console of a data folder, in its file `console-token`. Call it under the folder's lock. */
export function readOrCreateConsoleToken(dataDir: string): Promise<string> {
  return readOrCreate(path.join(dataDir, 'console-token'), 'console_');
}

/** A prefix and 256 random bits, created once, in a file with mode 0600. */
async function readOrCreate(file: string, prefix: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Editors and backups add a line break.
  const found = text.trim();
  if (found.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(found.slice(prefix.length))) {
    await chmod(file, OWNER_ONLY);
    return found;
  }
  const secret = `${prefix}${randomBytes(32).toString('base64url')}`;
  await writeFileDurably(file, secret, systemDisk, OWNER_ONLY);
  return secret;
}
