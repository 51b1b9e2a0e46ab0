import path from 'node:path';
import { LIMITS } from '../../src-shared/api/limits.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Reference, ReferenceEnding } from '../../src-shared/reference.ts';
import { toDiskError, toSourceError } from '../folders/disk-error.ts';
import { partPathOf, renameDurably } from '../folders/durable-file.ts';
import { toSafeBaseName } from '../folders/file-name.ts';
import { hashFile } from '../folders/hash-file.ts';
import { makeFolder } from '../folders/make-folder.ts';
import { sniffPicture, type PictureContainer } from '../geometry/picture/sniff-picture.ts';
import type { Disk } from '../system/disk.ts';
import type { System } from '../system/system.ts';
import type { SourceInspector } from './inspect-source.ts';

/**
 * Pictures that parameters name, kept in the library by their content, so that one picture is there once. Nothing is ever
 * removed: a job or a recipe may name it at any time.
 */
export interface ReferenceStore {
  /** Opens a picture completely, keeps a copy, and answers what names it; throws AppError naming the file. */
  keep(file: GivenPicture): Promise<Reference>;
  /** As `keep`, but nothing is kept: only whether it could be, and what would name it. */
  look(file: GivenPicture): Promise<Reference>;
}

/** A file of the person's. */
interface GivenPicture {
  readonly path: string;
  readonly name: string;
}

const ENDINGS: Readonly<Record<PictureContainer, ReferenceEnding>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  bmp: 'bmp',
  tiff: 'tif',
};

/** So much of a file tells what it is. */
const TELLING_BYTES = 64;

/** Where the kept pictures of a home are. */
export function referencesFolder(home: string): string {
  return path.join(home, 'library', 'references');
}

/** Where a picture is kept, if it is. */
export function referencePath(folder: string, { sha256, ending }: Pick<Reference, 'sha256' | 'ending'>): string {
  return path.join(folder, `${sha256}.${ending}`);
}

/** Its picture for the page: a WebP of 160 pixels. */
export function referenceThumbnail(folder: string, sha256: string): string {
  return path.join(folder, `${sha256}.thumb.webp`);
}

/** Bytes of all kept pictures, thumbnails with them; what cannot be read counts nothing. */
export async function measureReferences(folder: string, disk: Disk): Promise<number> {
  const names = await disk.list(folder).catch(() => []);
  const entries = await Promise.all(names.map((name) => disk.look(path.join(folder, name)).catch(() => null)));
  return entries.reduce((sum, entry) => sum + (entry?.bytes ?? 0), 0);
}

/** The store of a home; its folder is made with the first picture. */
export function createReferenceStore(
  home: string,
  inspector: Pick<SourceInspector, 'inspect'>,
  { disk, random }: Pick<System, 'disk' | 'random'>,
): ReferenceStore {
  const folder = referencesFolder(home);

  const copy = async (from: string, part: string, subject: string): Promise<void> => {
    const entry = await disk.follow(from).catch((error: unknown) => {
      throw toSourceError(error, subject);
    });
    if (!entry) throw new AppError('file_missing', '', { subject });
    if (entry.isFolder) throw new AppError('not_a_picture', '', { subject });
    if (entry.bytes > LIMITS.uploadBytesSent) {
      throw new AppError('file_too_large', 'The service takes at most 150 MB.', { subject });
    }
    const readable = await disk.open(from, 'read').catch((error: unknown) => {
      throw toSourceError(error, subject);
    });
    await readable.close();
    await disk.copyFile(from, part);
  };
  const tellEnding = async (file: string, subject: string): Promise<ReferenceEnding> => {
    const opened = await disk.open(file, 'read');
    try {
      const head = new Uint8Array(TELLING_BYTES);
      const length = await opened.read(head, 0);
      const container = sniffPicture(head.subarray(0, length));
      if (length === 0) throw new AppError('file_empty', '', { subject });
      if (!container) throw new AppError('not_a_picture', '', { subject });
      return ENDINGS[container];
    } finally {
      await opened.close();
    }
  };
  /** What lies there may have been damaged since, and is then written anew. */
  const isKept = async (target: string, sha256: string): Promise<boolean> => {
    if ((await disk.look(target)) === null) return false;
    return (await hashFile(target, disk)).sha256 === sha256;
  };

  const take = async ({ path: from, name: given }: GivenPicture, keeps: boolean): Promise<Reference> => {
    const subject = path.basename(given);
    // What is looked at is what is kept: the file itself may change meanwhile. Two may keep the same at once.
    const part = partPathOf(path.join(folder, random.uuid()));
    try {
      await makeFolder(folder, disk);
      await copy(from, part, subject);
      const ending = await tellEnding(part, subject);
      const { sha256 } = await hashFile(part, disk);
      const reference = { sha256, ending, name: `${toSafeBaseName(subject)}.${ending}` };
      const thumbnailPath = keeps ? referenceThumbnail(folder, sha256) : null;
      await inspector.inspect({ kind: 'picture', path: part, thumbnailPath }, subject);
      const target = referencePath(folder, reference);
      if (!keeps || (await isKept(target, sha256))) return reference;
      await disk.syncFile(part);
      await renameDurably(part, target, disk);
      await disk.syncFolder(path.dirname(folder));
      return reference;
    } catch (error) {
      throw toDiskError(error, 'library');
    } finally {
      await disk.remove(part).catch(() => undefined);
    }
  };

  return { keep: (file) => take(file, true), look: (file) => take(file, false) };
}
