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
import { message } from '../../../src-shared/messages/message.ts';

/** A folder or file of the bridge, staged beside its destination. */
interface Staged {
  readonly temporaryPath: string;
  readonly to: string;
  readonly old: string;
}

/**
 * Writes a bridge into a program's folder. All files are staged first, then swapped in; a failed swap is rolled back. Returns
 * the backup paths of files that the user created or changed. Throws `bridge_failed` if a destination exists that Dropforge
 * did not create.
 */
export async function writeBridgeFiles(
  place: string,
  layout: BridgePackage,
  connection: BridgeConnection,
): Promise<string[]> {
  try {
    await makeFolder(place);
    const roots = findOwnedPaths(layout.files.map(({ to }) => to));
    const kept = new Set<string>();
    for (const root of roots) if (await needsBackup(place, root.path, layout)) kept.add(root.path);

    const id = randomUUID().slice(0, 8);
    const staged = roots.map((root): Staged => {
      const to = path.join(place, root.path);
      const hidden = path.join(path.dirname(to), `.${path.basename(to)}.${id}`);
      return { temporaryPath: `${hidden}.part`, to, old: kept.has(root.path) ? `${hidden}.kept` : `${hidden}.old` };
    });
    try {
      for (const [file, bytes] of await listContent(place, layout, connection)) {
        const index = roots.findIndex((root) => isBelow(root.path, file));
        const from = staged[index];
        if (from) await writeStaged(path.join(from.temporaryPath, file.slice(roots[index]?.path.length)), bytes);
        else await writeStaged(path.join(place, file), bytes, true);
      }
      await swapAll(staged);
    } finally {
      await Promise.all(staged.map(({ temporaryPath: part }) => rm(part, { recursive: true, force: true })));
    }
    await Promise.all(staged.map(({ to }) => removeLeftovers(to)));
    return staged.filter(({ old }) => old.endsWith('.kept')).map(({ old }) => old);
  } catch (error) {
    throw toBridgeError(error, place, layout.host);
  }
}

/** All files of an installation with their content; existing settings are kept. */
async function listContent(
  place: string,
  layout: BridgePackage,
  connection: BridgeConnection,
): Promise<[file: string, bytes: Buffer | string][]> {
  const { settings } = layout;
  return [
    ...layout.files.map(({ to, bytes }): [string, Buffer] => [to, bytes]),
    [installRecordPath(layout), formatInstallRecord(layout, connection)],
    ...(settings === null
      ? []
      : [[settings, await mergeBridgeSettings(path.join(place, settings), connection)] as [string, string]]),
  ];
}

/** True if the destination contains changes of the user. Throws if Dropforge did not create it. */
async function needsBackup(place: string, root: string, layout: BridgePackage): Promise<boolean> {
  const at = path.join(place, root);
  const facts = await lstat(at).catch(() => null);
  if (!facts) return false;
  const record = await readInstallRecord(place, layout);
  const foreign = facts.isSymbolicLink() ? [root] : await listForeignFiles(place, root, layout, record);
  const [first] = foreign;
  if (first === undefined) return false;
  if (record && !facts.isSymbolicLink()) return true;
  const detail = message('bridge.in-the-way', { name: first, folder: place });
  throw new AppError('bridge_failed', detail, { subject: layout.host });
}

/** Removes replaced and unfinished files of this or an interrupted installation. */
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

/** Swaps in all staged files, or none. */
async function swapAll(staged: readonly Staged[]): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { temporaryPath: part, to, old } of staged) {
      const exists = await lstat(to).then(
        () => true,
        () => false,
      );
      if (exists) {
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
