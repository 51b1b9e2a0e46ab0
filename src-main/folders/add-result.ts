import path from 'node:path';
import { MANIFEST_NAME, toResultManifestName } from '../../src-shared/delivery/delivery-schemas.ts';
import type { Manifest } from '../../src-shared/delivery/manifest.ts';
import type { Disk } from '../base/files/disk.ts';
import { hashFile } from '../base/files/hash-file.ts';
import type { System } from '../base/system.ts';
import { claimFile } from './claim-file.ts';
import { toDiskError } from './disk-error.ts';
import { withPart } from './export-part.ts';
import { versionedName } from './file-name.ts';
import { fillAssetFolder, hasListedFiles, readManifest, type AssetFile, type PlacedFile } from './place-asset.ts';

/** A later result to place in the folder of an asset. */
export interface Result<F extends AssetFile = AssetFile> {
  /** Stable id of the result, the same in every export. */
  readonly id: string;
  /** Safe name of its files, without version and extension. */
  readonly baseName: string;
  /** The first version of the name to use. */
  readonly version: number;
  /** Its files under a version of that name, the model first. */
  listFiles(name: string): readonly F[];
  /** The manifest of the files that were placed. */
  describe(files: readonly F[], placed: readonly PlacedFile[]): Manifest;
}

/** Work on the folders of assets; a process that starts with another platform, as in tests, has none. */
const inWork = new WeakMap<System, Map<string, Promise<unknown>>>();

/**
 * Adds a result to the folder of an asset: built hidden, every file synced, then each is moved to an unused name, its
 * manifest last. Until then no program sees the result. Nothing is ever replaced. A complete result with the same id, or
 * files of an earlier attempt, are reused. Returns its files, which survive a power failure. Throws AppError.
 */
export async function addResult<F extends AssetFile>(
  folder: string,
  result: Result<F>,
  system: System,
): Promise<readonly F[]> {
  const works = inWork.get(system) ?? new Map<string, Promise<unknown>>();
  inWork.set(system, works);
  // One at a time: a result that loses a name removes its files, and another could rely on one with the same content.
  const work = (works.get(folder) ?? Promise.resolve()).then(() => add(folder, result, system));
  const settled = work.catch(() => undefined);
  works.set(folder, settled);
  try {
    return await work;
  } finally {
    if (works.get(folder) === settled) works.delete(folder);
  }
}

async function add<F extends AssetFile>(folder: string, result: Result<F>, system: System): Promise<readonly F[]> {
  try {
    for (let version = result.version; ; version++) {
      const files = result.listFiles(versionedName(result.baseName, version));
      const isPlaced = await isAdded(folder, result.id, files, system.disk);
      if (!(isPlaced ?? (await build(folder, result, files, system)))) continue;
      // An earlier attempt may have failed between a name and the sync of its folder.
      for (const place of listFolders(folder, files)) await system.disk.syncFolder(place);
      return files;
    }
  } catch (error) {
    throw toDiskError(error, folder);
  }
}

/** The folders of the files of a result, inner ones first. */
function listFolders(folder: string, files: readonly AssetFile[]): string[] {
  const inner = new Set(files.map((file) => path.join(folder, path.posix.dirname(file.path))));
  return [...new Set([...inner, folder])].toSorted((a, b) => b.length - a.length);
}

/** True: the result is there. False: another file has one of its names. Null: they are free, or have its content. */
async function isAdded(folder: string, id: string, files: readonly AssetFile[], disk: Disk): Promise<boolean | null> {
  const manifestPath = path.join(folder, manifestNameOf(files));
  if (await disk.stat(manifestPath)) {
    const found = await readManifest(manifestPath, disk);
    if (found?.id !== id) return false;
    if (await hasListedFiles(folder, found.files, disk)) return true;
  }
  for (const file of files) if (!(await isUsable(folder, file, disk))) return false;
  return null;
}

/** True if the name of a file is unused, or has that content. */
async function isUsable(folder: string, file: AssetFile, disk: Disk): Promise<boolean> {
  const target = path.join(folder, file.path);
  const entry = await disk.stat(target);
  if (!entry) return true;
  if (entry.isFolder || file.kind === 'text') return false;
  const sha256 = file.sha256 ?? (await hashFile(file.from, disk)).sha256;
  return hasListedFiles(folder, [{ path: file.path, sha256 }], disk);
}

/** False if another file has taken one of the names meanwhile. */
async function build<F extends AssetFile>(
  folder: string,
  result: Result<F>,
  files: readonly F[],
  system: System,
): Promise<boolean> {
  const { disk } = system;
  // Beside the asset's folder, where remains are removed at the next start.
  return withPart(path.join(path.dirname(folder), result.baseName), system, async (part) => {
    try {
      const describe = result.describe.bind(result, files);
      const placed = await fillAssetFolder(part, { baseName: result.baseName, files, describe }, disk);
      const added: string[] = [];
      const claim = async (from: string, to: string): Promise<boolean> => {
        if (!(await claimFile(path.join(part, from), path.join(folder, to), disk))) return false;
        added.push(path.join(folder, to));
        return true;
      };
      for (const file of placed) {
        await makeInnerFolder(folder, file.path, disk);
        const isThere =
          (await claim(file.path, file.path)) || (await hasContent(path.join(folder, file.path), file, disk));
        if (!isThere) return await removeAll(added, disk);
      }
      const manifestName = manifestNameOf(files);
      if (await claim(MANIFEST_NAME, manifestName)) return true;
      // Its own manifest: files that were removed are back.
      const found = await readManifest(path.join(folder, manifestName), disk);
      return found?.id === result.id || (await removeAll(added, disk));
    } finally {
      // A remaining part is removed at the next start.
      await disk.remove(part).catch(() => undefined);
    }
  });
}

function manifestNameOf([model]: readonly AssetFile[]): string {
  return toResultManifestName(path.posix.basename(model!.path));
}

async function makeInnerFolder(folder: string, file: string, disk: Disk): Promise<void> {
  const inner = path.posix.dirname(file);
  if (inner === '.' || (await disk.stat(path.join(folder, inner)))) return;
  await disk.makeFolder(path.join(folder, inner));
  await disk.syncFolder(folder);
}

async function hasContent(target: string, { sha256 }: PlacedFile, disk: Disk): Promise<boolean> {
  return (await hashFile(target, disk).catch(() => null))?.sha256 === sha256;
}

async function removeAll(files: readonly string[], disk: Disk): Promise<false> {
  for (const file of files) await disk.remove(file);
  return false;
}
