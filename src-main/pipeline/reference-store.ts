import { createHash } from 'node:crypto';
import path from 'node:path';
import { LIMITS } from '../../src-shared/api/protocol/limits.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import {
  listReferencedHashes,
  REFERENCE_EXTENSIONS,
  type ImageReference,
  type ReferenceExtension,
} from '../../src-shared/operations/image-reference.ts';
import { toLibraryError, toSourceError } from '../folders/disk-error.ts';
import { partPathOf } from '../base/files/durable-file.ts';
import { toSafeBaseName } from '../folders/file-name.ts';
import { hashFile } from '../base/files/hash-file.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import { sniffImageFormat, type ImageContainer } from '../engine/base/image/sniff-image-format.ts';
import type { Disk } from '../base/files/disk.ts';
import type { System } from '../base/system.ts';
import type { FileReader } from '../readers/file-reader.ts';
import { message } from '../../src-shared/messages/message.ts';

/**
 * Images that parameters reference, stored in the library by content hash, so that each image is stored once. They are
 * only removed by a clean-up, which deletes images not referenced for a day since their last use.
 */
export interface ReferenceStore {
  /** Decodes the whole image, stores a copy and returns its reference; throws an AppError that names the file. */
  add(file: ImageInput): Promise<ImageReference>;
  /** As `add`, without storing a copy. */
  identify(file: ImageInput): Promise<ImageReference>;
  /** True if an image with that hash is stored. */
  has(reference: ImageReference): Promise<boolean>;
  /** An image with a maximum size in bytes; null: larger, missing, or damaged. */
  read(reference: ImageReference, mostBytes: number): Promise<Uint8Array | null>;
}

/** A file of the user, or its content. */
type ImageInput = { readonly name: string } & ({ readonly path: string } | { readonly bytes: Uint8Array });

const ENDINGS: Readonly<Record<ImageContainer, ReferenceExtension>> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  bmp: 'bmp',
  tiff: 'tif',
  gif: 'gif',
  avif: 'avif',
};

/** Bytes needed to detect the file type. */
const TELLING_BYTES = 64;

/** Folder of the stored images of a home. */
export function referencesFolder(home: string): string {
  return path.join(home, 'library', 'references');
}

/** Path of a stored image; it may not exist. */
export function referencePath(folder: string, { sha256, ending }: Pick<ImageReference, 'sha256' | 'ending'>): string {
  return path.join(folder, `${sha256}.${ending}`);
}

/** Its thumbnail for the page: a WebP of 160 pixels. */
export function referenceThumbnail(folder: string, sha256: string): string {
  return path.join(folder, `${sha256}.thumb.webp`);
}

/** Marks the images in a text as recently used, so that an undo can restore them. */
export async function refreshReferences(home: string, text: string, disk: Disk): Promise<void> {
  const folder = referencesFolder(home);
  for (const sha256 of listReferencedHashes(text)) {
    for (const ending of REFERENCE_EXTENSIONS) {
      await disk.touch?.(referencePath(folder, { sha256, ending })).catch(() => undefined);
    }
    await disk.touch?.(referenceThumbnail(folder, sha256)).catch(() => undefined);
  }
}

/** The store of a home; its folder is created with the first image. */
export function createReferenceStore(
  home: string,
  reader: Pick<FileReader, 'read'>,
  { disk, random }: Pick<System, 'disk' | 'random'>,
): ReferenceStore {
  const folder = referencesFolder(home);

  const copy = async (from: string, part: string, subject: string): Promise<void> => {
    const entry = await disk.statFollowingLinks(from).catch((error: unknown) => {
      throw toSourceError(error, subject);
    });
    if (!entry) throw new AppError('file_missing', '', { subject });
    if (entry.isFolder) throw new AppError('not_a_picture', '', { subject });
    if (entry.bytes > LIMITS.uploadBytesSent) {
      throw new AppError('file_too_large', message('file.upload-limit'), { subject });
    }
    const readable = await disk.open(from, 'read').catch((error: unknown) => {
      throw toSourceError(error, subject);
    });
    await readable.close();
    await disk.copyFile(from, part);
  };
  const tellEnding = async (file: string, subject: string): Promise<ReferenceExtension> => {
    const opened = await disk.open(file, 'read');
    try {
      const head = new Uint8Array(TELLING_BYTES);
      const length = await opened.read(head, 0);
      const container = sniffImageFormat(head.subarray(0, length));
      if (length === 0) throw new AppError('file_empty', '', { subject });
      if (!container) throw new AppError('not_a_picture', '', { subject });
      return ENDINGS[container];
    } finally {
      await opened.close();
    }
  };
  /** Writes the file again if it is damaged or a clean-up removes it at the same time. */
  const isKept = async (target: string, sha256: string): Promise<boolean> => {
    if ((await disk.stat(target)) === null) return false;
    const kept = await hashFile(target, disk).catch(() => null);
    return kept?.sha256 === sha256 && (await renew(target));
  };
  /** Protects the file from clean-ups for a day. False: it is missing or cannot be marked. */
  const renew = async (file: string): Promise<boolean> => {
    return (
      disk.touch?.(file).then(
        () => true,
        () => false,
      ) ?? true
    );
  };

  const write = async (bytes: Uint8Array, part: string): Promise<void> => {
    const file = await disk.open(part, 'create');
    try {
      await file.write(bytes);
    } finally {
      await file.close();
    }
  };
  const read = async (file: string, mostBytes: number): Promise<Uint8Array | null> => {
    const opened = await disk.open(file, 'read').catch(() => null);
    if (!opened) return null;
    try {
      const bytes = new Uint8Array(Math.min(await opened.size(), mostBytes + 1));
      for (let done = 0; done < bytes.length;) {
        const more = await opened.read(bytes.subarray(done), done);
        if (more === 0) return null;
        done += more;
      }
      return bytes.length > mostBytes ? null : bytes;
    } finally {
      await opened.close();
    }
  };

  const store = async (given: ImageInput, keeps: boolean): Promise<ImageReference> => {
    const subject = path.basename(given.name);
    // Check the copy, not the original, which may change in the meantime. Two calls may store the same image at once.
    const part = partPathOf(path.join(folder, random.uuid()));
    try {
      await makeFolder(folder, disk);
      if ('path' in given) await copy(given.path, part, subject);
      else await write(given.bytes, part);
      const ending = await tellEnding(part, subject);
      const { sha256 } = await hashFile(part, disk);
      const reference = { sha256, ending, name: `${toSafeBaseName(subject)}.${ending}` };
      const thumbnailPath = keeps ? referenceThumbnail(folder, sha256) : null;
      await reader.read('inspect-source', { kind: 'picture', path: part, thumbnailPath, subject });
      const target = referencePath(folder, reference);
      if (!keeps) return reference;
      if (!(await isKept(target, sha256))) {
        await disk.syncFile(part);
        // A copy can have the time stamp of its original.
        await renew(part);
        await disk.rename(part, target);
      }
      // Also for a kept one: an earlier attempt may have failed between its name and this.
      await disk.syncFolder(folder);
      await disk.syncFolder(path.dirname(folder));
      return reference;
    } catch (error) {
      throw toLibraryError(error);
    } finally {
      await disk.remove(part).catch(() => undefined);
    }
  };

  return {
    add: (file) => store(file, true),
    identify: (file) => store(file, false),
    has: async (reference) => (await disk.stat(referencePath(folder, reference)).catch(() => null)) !== null,
    read: async (reference, mostBytes) => {
      const bytes = await read(referencePath(folder, reference), mostBytes);
      const isIt = bytes && createHash('sha256').update(bytes).digest('hex') === reference.sha256;
      return isIt ? bytes : null;
    },
  };
}
