import { rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { toBridgeError } from './bridge-error.ts';
import type { BridgePackage } from './bridge-package.ts';
import { findOwnedPaths, installRecordPath, type InstallRecord } from './install-record.ts';
import { hashBridgeFile, isGeneratedFile, listBridgeFiles } from './bridge-files.ts';

/**
 * Removes a bridge from a program's folder: all unchanged files and the files that the program generated from them. Returns
 * the files that were kept because the user created or changed them.
 */
export async function removeBridgeFiles(
  place: string,
  layout: BridgePackage,
  record: InstallRecord,
): Promise<string[]> {
  const recordPath = installRecordPath(layout);
  const { settings } = layout;
  // The record is untrusted: only paths whose names contain “dropforge” are removed.
  const named = Object.keys(record.files).filter(isSafe);
  const roots = findOwnedPaths([...named, recordPath, ...(settings === null ? [] : [settings])]);
  const kept: string[] = [];
  try {
    for (const root of roots) {
      for (const file of await listBridgeFiles(place, root.path)) {
        const at = path.join(place, file);
        const isDisposable = file === recordPath || file === settings || isGeneratedFile(file, record.files);
        if (isDisposable || record.files[file] === (await hashBridgeFile(at))) await unlink(at);
        else kept.push(file);
      }
      if (root.isFolder) await removeEmpty(place, root.path, [...named, recordPath]);
    }
  } catch (error) {
    throw toBridgeError(error, place, layout.host);
  }
  return kept;
}

function isSafe(file: string): boolean {
  const parts = file.split('/');
  return (
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part)) &&
    /dropforge/i.test(file)
  );
}

/** Removes empty folders of a bridge, innermost first. */
async function removeEmpty(place: string, root: string, files: readonly string[]): Promise<void> {
  const folders = new Set([root]);
  for (const file of files.filter((each) => each.startsWith(`${root}/`))) {
    for (let at = path.posix.dirname(file); at.length >= root.length; at = path.posix.dirname(at)) {
      folders.add(at).add(`${at}/__pycache__`);
    }
  }
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) {
    // Folders that are missing or not empty are skipped.
    await rmdir(path.join(place, folder)).catch(() => undefined);
  }
}
