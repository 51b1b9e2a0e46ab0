import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';

/** A manifest or a loose model file of an export folder. */
export interface ExportFile {
  /** Relative to the export folder, with forward slashes. */
  readonly path: string;
  readonly isManifest: boolean;
  readonly bytes: number;
  /** Whole milliseconds. */
  readonly modifiedMs: number;
}

/** Folders inside folders that are looked into; as in the bridges. */
export const MAX_EXPORT_DEPTH = 4;

/** Endings of files a person may put there; as in the bridges. */
const LOOSE_FORMATS = new Set(['glb', 'gltf', 'fbx', 'obj', 'stl', 'usdz', 'usd', 'usdc', 'usda', 'ply', '3mf']);

/** So many are looked at; more is no export folder. */
const MAX_FILES = 100_000;

/** What lies in an export folder and may be delivered, as the bridges see it; nothing where the folder is not there. */
export async function listExportFiles(folder: string): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  await walk(folder, '', 0, files);
  return files;
}

async function walk(folder: string, relative: string, depth: number, files: ExportFile[]): Promise<void> {
  const entries = await readdir(path.join(folder, relative), { withFileTypes: true }).catch(() => []);
  const there = entries.filter(({ name }) => !/^[.~]|~$/.test(name));
  const inside = relative === '' ? '' : `${relative}/`;
  const manifest = there.find((entry) => entry.name === MANIFEST_NAME && entry.isFile());
  if (relative !== '' && manifest) {
    await note(folder, inside + manifest.name, true, files);
    return;
  }
  for (const entry of there) {
    if (files.length >= MAX_FILES) return;
    if (isLoose(entry)) await note(folder, inside + entry.name, false, files);
    else if (entry.isDirectory() && depth < MAX_EXPORT_DEPTH) await walk(folder, inside + entry.name, depth + 1, files);
  }
}

function isLoose(entry: Dirent): boolean {
  return entry.isFile() && LOOSE_FORMATS.has(path.extname(entry.name).slice(1).toLowerCase());
}

async function note(folder: string, relative: string, isManifest: boolean, files: ExportFile[]): Promise<void> {
  const facts = await lstat(path.join(folder, relative), { bigint: true }).catch(() => null);
  if (!facts?.isFile() || facts.size === 0n) return;
  const modifiedMs = Number(facts.mtimeNs / 1_000_000n);
  files.push({ path: relative, isManifest, bytes: Number(facts.size), modifiedMs });
}
