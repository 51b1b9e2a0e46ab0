import path from 'node:path';
import { MANIFEST_NAME } from '../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest, type ManifestFile } from '../../src-shared/delivery/manifest.ts';
import { AppError } from '../../src-shared/base/errors.ts';
import type { Disk } from '../base/files/disk.ts';
import type { System } from '../base/system.ts';
import { copyVerified } from './copy-verified.ts';
import { toDiskError } from './disk-error.ts';
import { withPart } from './export-part.ts';
import { versionedName } from './file-name.ts';
import { hashFile } from '../base/files/hash-file.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import { message } from '../../src-shared/messages/message.ts';
import { parseBoundedJson } from '../../src-shared/formats/parse-bounded-json.ts';

/** A file to place in an asset's folder; `path` is relative to that, with forward slashes, at most one folder deep. */
export type AssetFile =
  /** A verified file of the library. */
  | { readonly kind: 'copy'; readonly path: string; readonly from: string; readonly sha256: string | null }
  /** A source file, omitted if it is missing or was replaced. */
  | { readonly kind: 'source'; readonly path: string; readonly from: string; readonly sha256: string | null }
  | { readonly kind: 'text'; readonly path: string; readonly text: string };

/** A file in the asset's folder. */
export type PlacedFile = Pick<ManifestFile, 'path' | 'bytes' | 'sha256'>;

/** A finished asset to place in the output folder. */
export interface Asset {
  /** Stable id of the asset, the same in every export. */
  readonly id: string;
  /** Safe name of its folder. */
  readonly baseName: string;
  readonly files: readonly AssetFile[];
  /** The manifest of the files that were placed. */
  describe(placed: readonly PlacedFile[]): Manifest;
}

/** Maximum size of a manifest in bytes; the bridges have the same limit. */
const MAX_MANIFEST_BYTES = 1_000_000;
/** Maximum number of files in a manifest: with a few hundred bytes each, it remains below its maximum size. */
const MAX_FILES = 1_000;

/**
 * Puts an asset into the output folder atomically, as a folder of its own: built hidden, every
 * file synced, the manifest last, then renamed. Nothing is ever replaced. A complete folder with the asset's id under one of
 * our names, from an earlier attempt, is reused. Returns the folder, which survives a power failure. Throws AppError.
 */
export async function placeAsset(folder: string, asset: Asset, system: System): Promise<string> {
  const { disk } = system;
  try {
    await makeFolder(folder, disk);
    const { there, version } = await findPlace(folder, asset, disk);
    const placed = there ?? (await build(folder, asset, version, system));
    await disk.syncFolder(folder);
    return placed;
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

/** The existing folder of the asset, otherwise the first free variant of its name. */
async function findPlace(folder: string, asset: Asset, disk: Disk): Promise<{ there: string | null; version: number }> {
  for (let version = 1; ; version++) {
    const target = path.join(folder, versionedName(asset.baseName, version));
    const entry = await disk.stat(target);
    if (!entry) return { there: null, version };
    if (entry.isFolder && (await isSame(target, asset, disk))) return { there: target, version };
  }
}

async function build(folder: string, asset: Asset, first: number, system: System): Promise<string> {
  const { disk } = system;
  return withPart(path.join(folder, asset.baseName), system, async (part) => {
    try {
      await fillAssetFolder(part, asset, disk);
      for (let version = first; ; version++) {
        const target = path.join(folder, versionedName(asset.baseName, version));
        if (await claim(part, target, disk)) return target;
      }
    } catch (error) {
      // A remaining part is removed at the next start.
      await disk.remove(part).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Creates a folder with files and their manifest and returns the files that exist. Everything in it is synced when this
 * returns, including the directory entries. Throws AppError.
 */
export async function fillAssetFolder(
  part: string,
  { baseName, files, describe }: Omit<Asset, 'id'>,
  disk: Disk,
): Promise<readonly PlacedFile[]> {
  if (files.length > MAX_FILES) {
    const detail = message('asset.too-many-files', {
      count: files.length.toLocaleString('en'),
      max: MAX_FILES.toLocaleString('en'),
    });
    throw new AppError('too_many_files', detail, { subject: baseName });
  }
  await disk.makeFolder(part);
  const inner = [...new Set(files.map((file) => path.posix.dirname(file.path)))].filter((name) => name !== '.');
  for (const name of inner) await disk.makeFolder(path.join(part, name));
  const placed: PlacedFile[] = [];
  for (const file of files) {
    const facts = await placeFile(file, path.join(part, file.path), disk);
    if (facts) placed.push({ path: file.path, ...facts });
  }
  const text = `${JSON.stringify(manifest.parse(describe(placed)), null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_MANIFEST_BYTES) {
    throw new AppError('too_many_files', message('asset.manifest-too-long'), { subject: baseName });
  }
  await writeText(path.join(part, MANIFEST_NAME), text, disk);
  for (const name of inner) await disk.syncFolder(path.join(part, name));
  await disk.syncFolder(part);
  return placed;
}

async function placeFile(file: AssetFile, target: string, disk: Disk): Promise<Omit<PlacedFile, 'path'> | null> {
  switch (file.kind) {
    case 'source':
      return copyVerified(file.from, target, file.sha256, disk);
    case 'text':
      await writeText(target, file.text, disk);
      return hashFile(target, disk);
    case 'copy': {
      await disk.copyFile(file.from, target);
      await disk.syncFile(target);
      const facts = await hashFile(target, disk);
      if (file.sha256 === null || file.sha256 === facts.sha256) return facts;
      throw new AppError('library_damaged', '');
    }
  }
}

async function writeText(target: string, text: string, disk: Disk): Promise<void> {
  const file = await disk.open(target, 'create');
  try {
    await file.write(Buffer.from(text));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename never replaces a file or a folder with contents; another job may create the name first. */
async function claim(part: string, target: string, disk: Disk): Promise<boolean> {
  if (await disk.stat(target)) return false;
  try {
    await disk.rename(part, target);
    return true;
  } catch (error) {
    if (await disk.stat(target)) return false;
    throw error;
  }
}

/** Errors that mean that a file does not exist, or is another kind of entry, such as a pipe or (macOS: EOPNOTSUPP) a socket. */
const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'EOPNOTSUPP'];
/** Errors that mean that a folder is not ours, as long as its manifest does not say so. */
const FOREIGN = [...MISSING, 'EACCES', 'EPERM'];

/** True if a folder contains this exact asset, with every file as in its manifest. */
async function isSame(target: string, { id, files }: Asset, disk: Disk): Promise<boolean> {
  const found = await readManifest(path.join(target, MANIFEST_NAME), disk);
  if (found?.id !== id) return false;
  const listed = new Set(found.files.map((file) => file.path));
  if (files.some((file) => file.kind === 'copy' && !listed.has(file.path))) return false;
  return hasListedFiles(target, found.files, disk);
}

/**
 * True if a folder contains files of a manifest, with their content. Throws system errors of the disk, also for a file that
 * may not be read: it can still be the right one, held by another program for a moment.
 */
export async function hasListedFiles(
  folder: string,
  files: readonly Pick<PlacedFile, 'path' | 'sha256'>[],
  disk: Disk,
): Promise<boolean> {
  for (const file of files) {
    const facts = await hashFile(path.join(folder, file.path), disk).catch(nullIf(MISSING));
    if (facts?.sha256 !== file.sha256) return false;
  }
  return true;
}

/** Returns null for errors with these codes and throws all others. */
function nullIf(codes: readonly string[]): (error: unknown) => null {
  return (error) => {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  };
}

/** Reads a manifest; null if it is missing, not accessible or invalid. Throws system errors of the disk. */
export async function readManifest(filePath: string, disk: Disk): Promise<Manifest | null> {
  const file = await disk.open(filePath, 'read').catch(nullIf(FOREIGN));
  if (file === null) return null;
  try {
    const bytes = Buffer.alloc(Math.min(MAX_MANIFEST_BYTES, await file.size()));
    const text = bytes.toString('utf8', 0, await file.read(bytes, 0));
    return manifest.safeParse(parseBoundedJson(text)).data ?? null;
  } catch (error) {
    // What could be opened may be ours.
    return error instanceof SyntaxError ? null : nullIf(MISSING)(error);
  } finally {
    await file.close();
  }
}
