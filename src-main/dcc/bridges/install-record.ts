import path from 'node:path';
import { z } from 'zod';
import type { BridgePackage } from './bridge-package.ts';
import { readSmallFile } from '../../base/files/small-file.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** File name of the install record, stored in the first folder of the bridge. */
export const INSTALL_RECORD_NAME = 'dropforge-installed.json';

const RECORD_SCHEMA = 1;

/** Maximum size of a record. */
const MAX_BYTES = 1 << 18;

const bridgeRecord = z.object({
  schema: z.literal(RECORD_SCHEMA),
  target: z.string(),
  bridgeVersion: z.string(),
  /** Connected output folder, and the target id in it. */
  exportFolder: z.string(),
  targetId: z.string(),
  /** Target name that the user chose; null for the default. */
  name: z.string().nullable(),
  /** SHA-256 by path relative to the program's folder. */
  files: z.record(z.string(), z.string()),
});

/** Record of an installed bridge. */
export type InstallRecord = Readonly<z.infer<typeof bridgeRecord>>;

/**
 * Folders and files that belong only to the bridge: each path up to the first name that contains “dropforge”, relative to the
 * program's folder, folders first.
 */
export function findOwnedPaths(files: readonly string[]): { readonly path: string; readonly isFolder: boolean }[] {
  const roots = new Map<string, boolean>();
  for (const file of files) {
    const parts = file.split('/');
    const at = parts.findIndex((part) => part.toLowerCase().includes('dropforge'));
    if (at < 0) throw new Error(`No part of the bridge path “${file}” contains “dropforge”.`);
    roots.set(parts.slice(0, at + 1).join('/'), at < parts.length - 1);
  }
  return [...roots]
    .map(([root, isFolder]) => ({ path: root, isFolder }))
    .sort((one, other) => Number(other.isFolder) - Number(one.isFolder));
}

/** Path of the install record, relative to the program's folder. */
export function installRecordPath({ files }: BridgePackage): string {
  const [first] = findOwnedPaths(files.map(({ to }) => to));
  if (!first?.isFolder) throw new Error('A bridge must have its own folder.');
  return `${first.path}/${INSTALL_RECORD_NAME}`;
}

/** Reads the install record in a program's folder; null if it is missing or invalid. */
export async function readInstallRecord(place: string, layout: BridgePackage): Promise<InstallRecord | null> {
  const file = path.join(place, installRecordPath(layout));
  try {
    const { text } = await readSmallFile(file, MAX_BYTES);
    const { success, data } = bridgeRecord.safeParse(parseBoundedJson(text ?? ''));
    return success && data.target === layout.host ? data : null;
  } catch {
    return null;
  }
}

/** Connection of a bridge to an output folder. */
export interface BridgeConnection {
  readonly exportFolder: string;
  /** Target name; null for the default from program and computer name. */
  readonly name: string | null;
  /** Target id in the output folder. */
  readonly targetId: string;
  /** Import scale; null keeps the current one, 1 by default. */
  readonly scale: number | null;
}

/** Formats an install record. */
export function formatInstallRecord(layout: BridgePackage, { exportFolder, targetId, name }: BridgeConnection): string {
  const files = Object.fromEntries(layout.files.map(({ to, sha256 }) => [to, sha256]));
  const { version: bridgeVersion, host: target } = layout;
  const record: InstallRecord = { schema: RECORD_SCHEMA, target, bridgeVersion, exportFolder, targetId, name, files };
  return `${JSON.stringify(record, null, 2)}\n`;
}
