import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { OWNER_ONLY } from './durable-file.ts';
import { makeFolderSync } from './make-folder.ts';

/** Permissions of a folder that only its owner may open. */
const OWNER_FOLDER = 0o700;
const OTHERS = 0o077;

/** Files whose presence shows that a folder is a home or data folder of this app. */
const OWN_FILES = ['queue.db', 'config.json', 'lock.db', 'service'];

/**
 * Creates a data folder that other users of the computer cannot open. A data folder of an earlier version that is open to
 * others is closed; any other existing folder keeps its permissions. Has no effect on Windows, where the profile folder is
 * private already.
 */
export function makePrivateFolderSync(folder: string): void {
  const facts = statSync(folder, { throwIfNoEntry: false });
  if (!facts?.isDirectory()) {
    makeFolderSync(path.dirname(folder));
    mkdirSync(folder, { mode: OWNER_FOLDER });
    return;
  }
  if (!isOpenToOthers(facts)) return;
  const names = readdirSync(folder);
  if (names.length === 0 || OWN_FILES.some((name) => names.includes(name))) chmodSync(folder, OWNER_FOLDER);
}

/**
 * Creates an empty file that only its owner may open, or closes an existing one to others, before something else writes
 * to it. Never opens an existing file: closing it would release this process's locks on it (fcntl(2), POSIX record locks).
 */
export function makePrivateFileSync(file: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts) createFile(file);
  else if (facts.isFile() && isOpenToOthers(facts)) chmodSync(file, OWNER_ONLY);
}

function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch (error) {
    // Another process created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function isOpenToOthers({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  return process.platform !== 'win32' && (mode & OTHERS) !== 0 && uid === process.getuid?.();
}
