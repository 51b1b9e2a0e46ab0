import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { toBridgeError } from './bridge-error.ts';
import { mergeBridgeSettings } from './bridge-settings.ts';
import type { BridgePackage } from './bridge-package.ts';
import {
  findOwnedPaths,
  readInstallRecord,
  installRecordPath,
  formatInstallRecord,
  type BridgeConnection,
} from './install-record.ts';
import { listForeignFiles } from './bridge-files.ts';

/** A folder or file of the bridge, ready beside the place it goes to. */
interface Staged {
  readonly part: string;
  readonly to: string;
  readonly old: string;
}

/**
 * Puts a bridge into a program's folder. Everything is written beside its place first; what was there is replaced only
 * by what is complete, and comes back when that fails. Answers where files that somebody else made or changed were
 * kept. Throws `bridge_failed` where something lies in the way that Dropforge did not put there.
 */
export async function writeBridgeFiles(
  place: string,
  layout: BridgePackage,
  order: BridgeConnection,
): Promise<string[]> {
  try {
    await makeFolder(place);
    const roots = findOwnedPaths(layout.files.map(({ to }) => to));
    const kept = new Set<string>();
    for (const root of roots) if (await isToBeKept(place, root.path, layout)) kept.add(root.path);

    const id = randomUUID().slice(0, 8);
    const staged = roots.map((root): Staged => {
      const to = path.join(place, root.path);
      const hidden = path.join(path.dirname(to), `.${path.basename(to)}.${id}`);
      return { part: `${hidden}.part`, to, old: kept.has(root.path) ? `${hidden}.kept` : `${hidden}.old` };
    });
    try {
      for (const [file, bytes] of await listContent(place, layout, order)) {
        const index = roots.findIndex((root) => isBelow(root.path, file));
        const from = staged[index];
        if (from) await writeStaged(path.join(from.part, file.slice(roots[index]?.path.length)), bytes);
        else await writeStaged(path.join(place, file), bytes, true);
      }
      await swapAll(staged);
    } finally {
      await Promise.all(staged.map(({ part }) => rm(part, { recursive: true, force: true })));
    }
    await Promise.all(staged.map(({ to }) => removeLeftovers(to)));
    return staged.filter(({ old }) => old.endsWith('.kept')).map(({ old }) => old);
  } catch (error) {
    throw toBridgeError(error, place, layout.host);
  }
}

/** All files of an installation with their content; the settings keep what the person chose. */
async function listContent(
  place: string,
  layout: BridgePackage,
  order: BridgeConnection,
): Promise<[file: string, bytes: Buffer | string][]> {
  const { settings } = layout;
  return [
    ...layout.files.map(({ to, bytes }): [string, Buffer] => [to, bytes]),
    [installRecordPath(layout), formatInstallRecord(layout, order)],
    ...(settings === null
      ? []
      : [[settings, await mergeBridgeSettings(path.join(place, settings), order)] as [string, string]]),
  ];
}

/** Whether there is work of somebody else in what is about to be replaced. Throws where all of it is. */
async function isToBeKept(place: string, root: string, layout: BridgePackage): Promise<boolean> {
  const at = path.join(place, root);
  const facts = await lstat(at).catch(() => null);
  if (!facts) return false;
  const record = await readInstallRecord(place, layout);
  const foreign = facts.isSymbolicLink() ? [root] : await listForeignFiles(place, root, layout, record);
  const [first] = foreign;
  if (first === undefined) return false;
  if (record && !facts.isSymbolicLink()) return true;
  const detail = `“${first}” already exists in “${place}” and was not created by Dropforge. Move or rename it.`;
  throw new AppError('bridge_failed', detail, { subject: layout.host });
}

/** Removes what this installation, or one that was interrupted, replaced or did not finish. */
async function removeLeftovers(to: string): Promise<void> {
  const folder = path.dirname(to);
  const isLeftover = (name: string): boolean =>
    name.startsWith(`.${path.basename(to)}.`) &&
    /^\.[0-9a-f]{8}\.(?:part|old)$/.test(name.slice(path.basename(to).length + 1));
  const names = (await readdir(folder)).filter(isLeftover);
  await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

function isBelow(root: string, file: string): boolean {
  return file === root || file.startsWith(`${root}/`);
}

async function writeStaged(file: string, bytes: Buffer | string, isDurable = false): Promise<void> {
  await makeFolder(path.dirname(file));
  await (isDurable ? writeFileDurably(file, bytes) : writeFile(file, bytes));
}

/** Gives everything its place, or nothing. */
async function swapAll(staged: readonly Staged[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { part, to, old } of staged) {
      const isThere = await lstat(to).then(
        () => true,
        () => false,
      );
      if (isThere) {
        await rename(to, old);
        undo.push(() => rename(old, to));
      }
      await rename(part, to);
      undo.push(() => rename(to, part));
    }
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    throw error;
  }
}
