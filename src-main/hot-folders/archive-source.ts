import { link, lstat, rename, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ARCHIVE_FOLDERS } from '../../src-shared/hot-folders/hot-folder.ts';
import { writeFileDurably } from '../base/files/durable-file.ts';
import { versionedName } from '../folders/file-name.ts';
import { makeFolder } from '../base/files/make-folder.ts';

/** A file in a hot folder. */
export interface FolderPaths {
  /** Relative, with forward slashes. */
  readonly place: string;
}

/** Moves files of a hot folder to `done` or `failed` inside it, keeping their subfolders, and never over another file. */
export async function archiveSource(
  root: string,
  files: readonly FolderPaths[],
  away: keyof typeof ARCHIVE_FOLDERS,
  why: string | null,
): Promise<Map<string, string>> {
  const moved = new Map<string, string>();
  for (const { place } of files) {
    const from = path.join(root, ...place.split('/'));
    const to = await moveBeside(from, path.join(root, ARCHIVE_FOLDERS[away], ...place.split('/')));
    if (to === null) continue;
    moved.set(from, to);
    const sidecar = sidecarOf(from);
    await moveBeside(sidecar, path.join(path.dirname(to), path.basename(sidecarOf(to))));
    if (why !== null) await writeFileDurably(`${to}.txt`, `${why}\n`).catch(() => undefined);
    await removeEmpty(path.dirname(from), root);
  }
  return moved;
}

/** The sidecar file with options for a source: `chair.json` beside `chair.png`. */
export function sidecarOf(file: string): string {
  return `${file.slice(0, file.length - path.extname(file).length)}.json`;
}

/** The name a file got, its own or the next free one; null: the file does not exist. */
async function moveBeside(from: string, wanted: string): Promise<string | null> {
  const facts = await lstat(from).catch(() => null);
  if (!facts?.isFile()) return null;
  await makeFolder(path.dirname(wanted));
  const { dir, name, ext } = path.parse(wanted);
  for (let version = 1; ; version++) {
    const to = path.join(dir, `${versionedName(name, version)}${ext}`);
    if (await moveTo(from, to)) return to;
  }
}

/** True if a file got an unused name. A hard link fails where a rename would replace. */
async function moveTo(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return isSameFile(from, to);
    // exFAT and some network shares do not support hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
    if (await lstat(to).catch(() => null)) return false;
    await rename(from, to);
    return true;
  }
  await unlink(from);
  return true;
}

/** A crash between the two halves of a move leaves one file under both names; the move is completed then. */
async function isSameFile(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(from, { bigint: true }), lstat(to, { bigint: true })]);
  if (one.ino !== other.ino || one.dev !== other.dev) return false;
  await unlink(from);
  return true;
}

/** Removes folders that the move left empty, up to the root. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(root); at = path.dirname(at)) {
    if (
      !(await rmdir(at).then(
        () => true,
        () => false,
      ))
    )
      return;
  }
}
