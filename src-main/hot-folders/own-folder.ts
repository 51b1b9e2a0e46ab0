import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rmdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { toDiskError } from '../folders/disk-error.ts';

/** Folder inside a hot folder for coordination between Dropforge instances. */
export const OWN_FOLDER = '.dropforge';

/** Its subfolder for claims. */
export const CLAIMS_FOLDER = 'taken';

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants> & typeof constants;

/**
 * Creates our own folders in a hot folder with its permissions; never the hot folder itself, which may be temporarily
 * missing. Throws ENOTDIR if something else has their name, such as a link.
 */
export async function makeOwnFolders(root: string): Promise<void> {
  for (const at of [path.join(root, OWN_FOLDER), path.join(root, OWN_FOLDER, CLAIMS_FOLDER)]) {
    await mkdir(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(at)).isDirectory())
      throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${at}'`), { code: 'ENOTDIR', syscall: 'mkdir' });
    if (process.platform === 'win32') continue;
    const folder = await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    try {
      await copyPermissions(root, folder);
    } finally {
      await folder.close();
    }
  }
}

/** Creates a file in our own folder that everybody who may read the hot folder may read. Throws EEXIST. */
export async function createOwnFile(root: string, at: string): Promise<FileHandle> {
  const file = await open(at, 'wx');
  try {
    if (process.platform !== 'win32') await copyPermissions(root, file);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Gives an entry the group and the permissions of the hot folder, whatever the umask: the users of the folder coordinate by
 * them. Not every file system stores permissions, so this may have no effect.
 */
async function copyPermissions(root: string, entry: FileHandle): Promise<void> {
  const [hot, before] = await Promise.all([stat(root), entry.stat()]);
  if (before.uid !== process.geteuid?.()) return;
  if (before.gid !== hot.gid) await entry.chown(before.uid, hot.gid).catch(() => undefined);
  const own = await entry.stat();
  // A group that may not use the hot folder as one gets what everybody has.
  const mode = own.gid === hot.gid ? hot.mode : (hot.mode & ~0o070) | ((hot.mode & 0o007) << 3);
  const wanted = own.isDirectory() ? (mode & 0o3777) | 0o700 : (mode & 0o444) | 0o600;
  if ((own.mode & 0o7777) !== wanted) await entry.chmod(wanted).catch(() => undefined);
}

/** True if the system denied something because of permissions. */
export function isDenial({ code = '' }: Pick<NodeJS.ErrnoException, 'code'>): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(code);
}

/**
 * True if nothing can be created in a hot folder itself, and what other instances left in it can be read. After a denial
 * elsewhere, others may claim files without us.
 */
export async function isReadOnly(root: string): Promise<boolean> {
  const own = path.join(root, OWN_FOLDER);
  const error = await mkdir(own).then(
    () => ({ code: '' }),
    (thrown: NodeJS.ErrnoException) => ({ code: thrown.code ?? '' }),
  );
  if (error.code !== 'EEXIST') return isDenial(error);
  return !(await canCreateIn(root)) && (await canList(own));
}

/** Tries it: on Windows `access` does not look at the rights of the user. */
async function canCreateIn(root: string): Promise<boolean> {
  const probe = path.join(root, `${OWN_FOLDER}-${randomUUID()}`);
  const error = await mkdir(probe).then(
    () => null,
    (thrown: NodeJS.ErrnoException) => thrown,
  );
  if (!error) await rmdir(probe).catch(() => undefined);
  return !error || !isDenial(error);
}

async function canList(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

/** Why a hot folder cannot be shared with other instances, from an error of the system. */
export function toSharingError(error: NodeJS.ErrnoException, root: string): AppError {
  const subject = path.join(path.basename(root), OWN_FOLDER);
  const known = toDiskError(error, subject);
  if (known instanceof AppError) return known;
  return new AppError('folder_unwritable', message('file.system-code', { code: error.code ?? error.name }), {
    subject,
    cause: error,
  });
}
