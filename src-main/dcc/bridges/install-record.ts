import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { BridgePackage } from './bridge-package.ts';

/** File that says what an installation consists of; in the first folder of the bridge's own. */
export const INSTALL_RECORD_NAME = 'dropforge-installed.json';

const RECORD_SCHEMA = 1;

/** Longest record that is read. */
const MAX_BYTES = 1 << 18;

const bridgeRecord = z.object({
  schema: z.literal(RECORD_SCHEMA),
  target: z.string(),
  bridgeVersion: z.string(),
  /** The export folder the bridge was connected with, and what it calls itself there. */
  exportFolder: z.string(),
  targetId: z.string(),
  /** What a person called it; null: it names itself. */
  name: z.string().nullable(),
  /** SHA-256 by path relative to the program's folder. */
  files: z.record(z.string(), z.string()),
});

/** What an installation consists of. */
export type InstallRecord = Readonly<z.infer<typeof bridgeRecord>>;

/**
 * The folders and files of a bridge that nobody else has a hand in: every path of it up to the first name that holds
 * “dropforge”, relative to the program's folder, folders first.
 */
export function findOwnedPaths(files: readonly string[]): { readonly path: string; readonly isFolder: boolean }[] {
  const roots = new Map<string, boolean>();
  for (const file of files) {
    const parts = file.split('/');
    const at = parts.findIndex((part) => part.toLowerCase().includes('dropforge'));
    if (at < 0) throw new Error(`“${file}” of a bridge does not carry its name.`);
    roots.set(parts.slice(0, at + 1).join('/'), at < parts.length - 1);
  }
  return [...roots]
    .map(([root, isFolder]) => ({ path: root, isFolder }))
    .sort((one, other) => Number(other.isFolder) - Number(one.isFolder));
}

/** Where the record of a bridge lies, relative to the program's folder. */
export function installRecordPath({ files }: BridgePackage): string {
  const [first] = findOwnedPaths(files.map(({ to }) => to));
  if (!first?.isFolder) throw new Error('A bridge needs a folder of its own.');
  return `${first.path}/${INSTALL_RECORD_NAME}`;
}

/** What is installed in a program's folder; null: nothing that Dropforge put there, or its record cannot be read. */
export async function readInstallRecord(place: string, layout: BridgePackage): Promise<InstallRecord | null> {
  const file = path.join(place, installRecordPath(layout));
  try {
    const facts = await lstat(file);
    if (!facts.isFile() || facts.size > MAX_BYTES) return null;
    const { success, data } = bridgeRecord.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return success && data.target === layout.host ? data : null;
  } catch {
    return null;
  }
}

/** What a bridge is connected with. */
export interface BridgeConnection {
  readonly exportFolder: string;
  /** What a person calls this target; null: the bridge names itself after its program and computer. */
  readonly name: string | null;
  /** What the bridge will call itself in the export folder. */
  readonly targetId: string;
  /** Factor on the size of what comes in; null: as it is set, 1 at first. */
  readonly scale: number | null;
}

/** The text of a record. */
export function formatInstallRecord(layout: BridgePackage, { exportFolder, targetId, name }: BridgeConnection): string {
  const files = Object.fromEntries(layout.files.map(({ to, sha256 }) => [to, sha256]));
  const { version: bridgeVersion, host: target } = layout;
  const record: InstallRecord = { schema: RECORD_SCHEMA, target, bridgeVersion, exportFolder, targetId, name, files };
  return `${JSON.stringify(record, null, 2)}\n`;
}
