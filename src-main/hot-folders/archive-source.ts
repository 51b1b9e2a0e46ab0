import { lstat, rmdir, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ARCHIVE_FOLDERS } from '../../src-shared/hot-folders/hot-folder.ts';
import { systemDisk, type Disk } from '../base/files/disk.ts';
import { partPathOf, writeSynced } from '../base/files/durable-file.ts';
import { isInside } from '../base/files/is-inside.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import { readSmallFile } from '../base/files/small-file.ts';
import { claimFile, claimName } from '../folders/claim-file.ts';
import { versionedName } from '../folders/file-name.ts';
import { entryIdOf } from '../folders/watching/ready-file.ts';

/**
 * Moves files of a hot folder, by their absolute paths, to `done` or `failed` inside it, keeping their subfolders; `why` is
 * written to a text file beside each. Nothing is ever replaced, and no link is followed in the archive. Throws the system's error.
 */
export async function archiveSource(
  root: string,
  files: readonly string[],
  away: keyof typeof ARCHIVE_FOLDERS,
  why: string | null,
  disk: Disk = systemDisk,
): Promise<Map<string, string>> {
  const moved = new Map<string, string>();
  for (const from of files) {
    if (!isInside(from, root)) continue;
    const to = await moveBeside(root, from, archivePathOf(root, from, away), disk, async (moving) => {
      if (why !== null) await writeReason(moving, `${why}\n`, disk).catch(() => undefined);
    });
    if (to === null) continue;
    moved.set(from, to);
    const sidecar = sidecarOf(from);
    await moveBeside(root, sidecar, path.join(path.dirname(to), path.basename(sidecarOf(to))), disk);
    await removeEmpty(path.dirname(from), root);
  }
  return moved;
}

/** Where a file of a hot folder is moved if the name is unused. */
export function archivePathOf(root: string, file: string, away: keyof typeof ARCHIVE_FOLDERS): string {
  return path.join(root, ARCHIVE_FOLDERS[away], path.relative(root, file));
}

/** The sidecar file with options for a source: `chair.json` beside `chair.png`. */
export function sidecarOf(file: string): string {
  return `${file.slice(0, file.length - path.extname(file).length)}.json`;
}

/** Called with the new name before the old one is removed: an app that ends in between does it again. */
type BeforeRemoval = (to: string) => Promise<void>;

/** The name a file got, its own or the next free one; null: the file does not exist. */
async function moveBeside(
  root: string,
  from: string,
  wanted: string,
  disk: Disk,
  beforeRemoval: BeforeRemoval = () => Promise.resolve(),
): Promise<string | null> {
  const facts = await lstat(from).catch(() => null);
  if (!facts?.isFile()) return null;
  await makeArchiveFolder(root, path.dirname(wanted));
  const { dir, name, ext } = path.parse(wanted);
  for (let version = 1; ; version++) {
    const to = path.join(dir, `${versionedName(name, version)}${ext}`);
    if (await moveTo(from, to, disk, beforeRemoval)) return to;
  }
}

/** True if a file got an unused name. */
async function moveTo(from: string, to: string, disk: Disk, beforeRemoval: BeforeRemoval): Promise<boolean> {
  const claim = await claimName(from, to, disk);
  if (claim === 'used' && !(await isCutShort(from, to))) return false;
  await beforeRemoval(to);
  if (claim !== 'renamed') await unlink(from);
  return true;
}

/**
 * True after a crash between the two halves of a move, which leaves one file under both names. Two paths of its only name, one
 * of them through a link, look the same; removing one would remove the file.
 */
async function isCutShort(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([from, to].map((at) => lstat(at, { bigint: true })));
  if (one!.nlink < 2n || entryIdOf(one!) !== entryIdOf(other!)) return false;
  const [source, archive] = await Promise.all([from, to].map((at) => stat(path.dirname(at), { bigint: true })));
  return entryIdOf(source!) !== entryIdOf(archive!);
}

/** Creates a folder of the archive. Throws ENOTDIR where a link or a file has its name or that of a folder above. */
async function makeArchiveFolder(root: string, folder: string): Promise<void> {
  let at = root;
  for (const name of path.relative(root, folder).split(path.sep)) {
    at = path.join(at, name);
    await makeFolder(at);
    if ((await lstat(at)).isDirectory()) continue;
    throw Object.assign(new Error(`${at} is not a folder.`), { code: 'ENOTDIR', syscall: 'mkdir', path: at });
  }
}

/** Writes a text beside a file, under an unused name; the same text of an earlier attempt is kept. */
async function writeReason(file: string, text: string, disk: Disk): Promise<void> {
  const { dir, base } = path.parse(file);
  const part = partPathOf(`${file}.txt`);
  try {
    // The part of an interrupted attempt, or a link to another file.
    await disk.remove(part);
    await writeSynced(part, text, disk);
    for (let version = 1; ; version++) {
      const at = path.join(dir, `${versionedName(base, version)}.txt`);
      if ((await claimFile(part, at, disk)) || (await hasText(at, text))) return;
    }
  } finally {
    await disk.remove(part);
  }
}

async function hasText(file: string, text: string): Promise<boolean> {
  const found = await readSmallFile(file, Buffer.byteLength(text)).catch(() => null);
  return found?.text === text;
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
