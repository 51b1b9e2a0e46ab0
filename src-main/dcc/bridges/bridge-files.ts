import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BridgePackage } from './bridge-package.ts';
import { installRecordPath, type InstallRecord } from './install-record.ts';

/** Larger files are none of a bridge's. */
const MAX_BYTES = 1 << 24;

/** Every file below a folder, or the file itself, relative to the program's folder with forward slashes. */
export async function listBridgeFiles(place: string, root: string): Promise<string[]> {
  const facts = await lstat(path.join(place, root)).catch(() => null);
  if (!facts) return [];
  if (!facts.isDirectory()) return [root];
  const names = (await readdir(path.join(place, root))).sort();
  return (await Promise.all(names.map((name) => listBridgeFiles(place, `${root}/${name}`)))).flat();
}

/** What lies below a root and is neither as Dropforge put it there nor made of that by the program. */
export async function listForeignFiles(
  place: string,
  root: string,
  layout: BridgePackage,
  record: InstallRecord | null,
): Promise<string[]> {
  // Copied by hand, as older instructions said, there is no record; then the names tell.
  const ours = record?.files ?? Object.fromEntries(layout.files.map(({ to }) => [to, '']));
  const free = new Set([installRecordPath(layout), layout.settings]);
  const foreign: string[] = [];
  for (const file of await listBridgeFiles(place, root)) {
    if (free.has(file) || isGeneratedFile(file, ours)) continue;
    const wanted = Object.hasOwn(ours, file) ? ours[file] : undefined;
    if (wanted === undefined || (wanted !== '' && wanted !== (await hashBridgeFile(path.join(place, file)))))
      foreign.push(file);
  }
  return foreign;
}

/** Whether a program makes such a file of one of ours: Python's compiled code, notes of Unity and Godot. */
export function isGeneratedFile(file: string, ours: Readonly<Record<string, string>>): boolean {
  const compiled = /^(.*)\/__pycache__\/([^/.]+)\.[^/]*\.pyc$/.exec(file);
  if (compiled) return Object.hasOwn(ours, `${compiled[1]}/${compiled[2]}.py`);
  const noted = /^(.*)\.(?:meta|uid|import)$/.exec(file)?.[1];
  return noted !== undefined && Object.keys(ours).some((path) => path === noted || path.startsWith(`${noted}/`));
}

/** SHA-256 of a regular file of a bridge's size; null for anything else. */
export async function hashBridgeFile(file: string): Promise<string | null> {
  const facts = await lstat(file).catch(() => null);
  if (!facts?.isFile() || facts.size > MAX_BYTES) return null;
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
