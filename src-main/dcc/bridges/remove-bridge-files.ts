import { rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { toBridgeError } from './bridge-error.ts';
import type { BridgePackage } from './bridge-package.ts';
import { findOwnedPaths, installRecordPath, type InstallRecord } from './install-record.ts';
import { hashBridgeFile, isGeneratedFile, listBridgeFiles } from './bridge-files.ts';

/**
 * Takes a bridge out of a program's folder: every file that is still as it was put there, and what the program made of
 * it. Answers what stayed, because somebody else made or changed it.
 */
export async function removeBridgeFiles(
  place: string,
  layout: BridgePackage,
  record: InstallRecord,
): Promise<string[]> {
  const recordPath = installRecordPath(layout);
  const { settings } = layout;
  // A record could be forged: paths are taken only below what carries our name.
  const named = Object.keys(record.files).filter(isSafe);
  const roots = findOwnedPaths([...named, recordPath, ...(settings === null ? [] : [settings])]);
  const stayed: string[] = [];
  try {
    for (const root of roots) {
      for (const file of await listBridgeFiles(place, root.path)) {
        const at = path.join(place, file);
        const isFree = file === recordPath || file === settings || isGeneratedFile(file, record.files);
        if (isFree || record.files[file] === (await hashBridgeFile(at))) await unlink(at);
        else stayed.push(file);
      }
      if (root.isFolder) await removeEmpty(place, root.path, [...named, recordPath]);
    }
  } catch (error) {
    throw toBridgeError(error, place, layout.host);
  }
  return stayed;
}

function isSafe(file: string): boolean {
  const parts = file.split('/');
  return (
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part)) &&
    /dropforge/i.test(file)
  );
}

/** Removes the folders of a bridge that hold nothing any more, the innermost first. */
async function removeEmpty(place: string, root: string, files: readonly string[]): Promise<void> {
  const folders = new Set([root]);
  for (const file of files.filter((each) => each.startsWith(`${root}/`))) {
    for (let at = path.posix.dirname(file); at.length >= root.length; at = path.posix.dirname(at)) {
      folders.add(at).add(`${at}/__pycache__`);
    }
  }
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) {
    // What is not empty, or not there, stays as it is.
    await rmdir(path.join(place, folder)).catch(() => undefined);
  }
}
