import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isManifestName, MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';
import { isIgnoredName } from '../../../src-shared/delivery/temporary-names.ts';
import { DELIVERABLE_EXTENSIONS } from '../../../src-shared/formats/formats.ts';
import { nullIfMissing } from './state-file.ts';

/** A manifest or a loose model file of an output folder. */
export interface ExportFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly isManifest: boolean;
  readonly bytes: number;
  /** Whole milliseconds. */
  readonly modifiedMs: number;
}

/** Maximum depth of folders that are searched; the same as in the bridges. */
export const MAX_EXPORT_DEPTH = 4;

/** Extensions of loose model files that are delivered; the same as in the bridges. */
const LOOSE_EXTENSIONS: ReadonlySet<string> = new Set(DELIVERABLE_EXTENSIONS);

/** Maximum number of files listed. */
const MAX_FILES = 100_000;

/**
 * Lists the files of an output folder that can be delivered, as the bridges do; empty if the folder does not exist. Rejects
 * with the system's error if the folder itself cannot be read: it is not empty. A folder inside that cannot be read is left out.
 */
export async function listExportFiles(folder: string): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  await walk(folder, '', 0, files);
  return files;
}

async function walk(folder: string, relative: string, depth: number, files: ExportFile[]): Promise<void> {
  const entries = await readdir(path.join(folder, relative), { withFileTypes: true }).catch((error: unknown) => {
    return (relative === '' ? nullIfMissing(error as NodeJS.ErrnoException) : null) ?? [];
  });
  const visible = entries.filter(
    (entry) => !(entry.isDirectory() ? entry.name.startsWith('.') : isIgnoredName(entry.name)),
  );
  const prefix = relative === '' ? '' : `${relative}/`;
  const manifests = visible.filter((entry) => isManifestName(entry.name) && entry.isFile());
  if (relative !== '' && manifests.some(({ name }) => name === MANIFEST_NAME)) {
    for (const { name } of manifests) await addFile(folder, prefix + name, true, files);
    return;
  }
  if (isIgnoredName(path.posix.basename(relative))) return;
  for (const entry of visible) {
    if (files.length >= MAX_FILES) return;
    if (isLoose(entry)) await addFile(folder, prefix + entry.name, false, files);
    else if (entry.isDirectory() && depth < MAX_EXPORT_DEPTH) await walk(folder, prefix + entry.name, depth + 1, files);
  }
}

function isLoose(entry: Dirent): boolean {
  return entry.isFile() && LOOSE_EXTENSIONS.has(path.extname(entry.name).slice(1).toLowerCase());
}

async function addFile(folder: string, relative: string, isManifest: boolean, files: ExportFile[]): Promise<void> {
  const facts = await lstat(path.join(folder, relative), { bigint: true }).catch(() => null);
  if (!facts?.isFile() || facts.size === 0n) return;
  const modifiedMs = Number(facts.mtimeNs / 1_000_000n);
  files.push({ path: relative, isManifest, bytes: Number(facts.size), modifiedMs });
}
