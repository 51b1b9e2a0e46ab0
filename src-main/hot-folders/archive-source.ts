import { lstat, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ARCHIVE_FOLDERS } from '../../src-shared/hot-folders/hot-folder.ts';
import { systemDisk, type Disk } from '../base/files/disk.ts';
import { writeFileDurably } from '../base/files/durable-file.ts';
import { claimName } from '../folders/claim-file.ts';
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
  disk: Disk = systemDisk,
): Promise<Map<string, string>> {
  const moved = new Map<string, string>();
  for (const { place } of files) {
    const from = path.join(root, ...place.split('/'));
    const wanted = path.join(root, ARCHIVE_FOLDERS[away], ...place.split('/'));
    const to = await moveBeside(from, wanted, disk, async (moving) => {
      if (why !== null) await writeFileDurably(`${moving}.txt`, `${why}\n`).catch(() => undefined);
    });
    if (to === null) continue;
    moved.set(from, to);
    const sidecar = sidecarOf(from);
    await moveBeside(sidecar, path.join(path.dirname(to), path.basename(sidecarOf(to))), disk);
    await removeEmpty(path.dirname(from), root);
  }
  return moved;
}

/** The sidecar file with options for a source: `chair.json` beside `chair.png`. */
export function sidecarOf(file: string): string {
  return `${file.slice(0, file.length - path.extname(file).length)}.json`;
}

/** Called with the new name before the old one is removed: an app that ends in between does it again. */
type BeforeRemoval = (to: string) => Promise<void>;

/** The name a file got, its own or the next free one; null: the file does not exist. */
async function moveBeside(
  from: string,
  wanted: string,
  disk: Disk,
  beforeRemoval: BeforeRemoval = () => Promise.resolve(),
): Promise<string | null> {
  const facts = await lstat(from).catch(() => null);
  if (!facts?.isFile()) return null;
  await makeFolder(path.dirname(wanted));
  const { dir, name, ext } = path.parse(wanted);
  for (let version = 1; ; version++) {
    const to = path.join(dir, `${versionedName(name, version)}${ext}`);
    if (await moveTo(from, to, disk, beforeRemoval)) return to;
  }
}

/** True if a file got an unused name. */
async function moveTo(from: string, to: string, disk: Disk, beforeRemoval: BeforeRemoval): Promise<boolean> {
  const claim = await claimName(from, to, disk);
  if (claim === 'used' && !(await isSameFile(from, to))) return false;
  await beforeRemoval(to);
  if (claim !== 'renamed') await unlink(from);
  return true;
}

/** True after a crash between the two halves of a move, which leaves one file under both names. */
async function isSameFile(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(from, { bigint: true }), lstat(to, { bigint: true })]);
  return one.ino === other.ino && one.dev === other.dev;
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
