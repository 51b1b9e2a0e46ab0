import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BridgePackage } from './bridge-package.ts';
import { installRecordPath, type InstallRecord } from './install-record.ts';

/** Larger files do not belong to a bridge. */
const MAX_BYTES = 1 << 24;

/** Lists all files below a folder, or the file itself, relative to the program's folder with forward slashes. */
export async function listBridgeFiles(place: string, root: string): Promise<string[]> {
  const facts = await lstat(path.join(place, root)).catch(() => null);
  if (!facts) return [];
  if (!facts.isDirectory()) return [root];
  const names = (await readdir(path.join(place, root))).sort();
  return (await Promise.all(names.map((name) => listBridgeFiles(place, `${root}/${name}`)))).flat();
}

/** Lists files below a root that Dropforge did not install, or that changed since, except files the program generated. */
export async function listForeignFiles(
  place: string,
  root: string,
  layout: BridgePackage,
  record: InstallRecord | null,
): Promise<string[]> {
  // A bridge that was copied by hand has no record; its files are recognised by name.
  const installed = record?.files ?? Object.fromEntries(layout.files.map(({ to }) => [to, '']));
  const ignored = new Set([installRecordPath(layout), layout.settings]);
  const foreign: string[] = [];
  for (const file of await listBridgeFiles(place, root)) {
    if (ignored.has(file) || isGeneratedFile(file, installed)) continue;
    const expected = Object.hasOwn(installed, file) ? installed[file] : undefined;
    if (expected === undefined || (expected !== '' && expected !== (await hashBridgeFile(path.join(place, file)))))
      foreign.push(file);
  }
  return foreign;
}

/** True if a program generated a file from one of the bridge: compiled Python, metadata of Unity and Godot. */
export function isGeneratedFile(file: string, installed: Readonly<Record<string, string>>): boolean {
  const compiled = /^(.*)\/__pycache__\/([^/.]+)\.[^/]*\.pyc$/.exec(file);
  if (compiled) return Object.hasOwn(installed, `${compiled[1]}/${compiled[2]}.py`);
  const metadataOf = /^(.*)\.(?:meta|uid|import)$/.exec(file)?.[1];
  return (
    metadataOf !== undefined &&
    Object.keys(installed).some((path) => path === metadataOf || path.startsWith(`${metadataOf}/`))
  );
}

/** SHA-256 of a regular file; null for anything else and for files larger than any of a bridge. */
export async function hashBridgeFile(file: string): Promise<string | null> {
  const facts = await lstat(file).catch(() => null);
  if (!facts?.isFile() || facts.size > MAX_BYTES) return null;
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
