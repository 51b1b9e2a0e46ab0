import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { taskId } from '../../../src-shared/api/protocol/task.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';
import { systemDisk } from '../../base/files/disk.ts';
import { OWNER_ONLY, writeFileDurably } from '../../base/files/durable-file.ts';
import { readSmallFile } from '../../base/files/small-file.ts';
import type { SharedWork } from '../workers/work-queue.ts';

/** Files of a task while it is in a generator. They survive the service, so that the task can continue in it. */
export interface TaskFolder {
  readonly path: string;
  /** The handle of an earlier run; undefined if there is none, null if it is damaged. Rejects if it cannot be read. */
  readHandle(): Promise<unknown>;
  keepHandle(handle: object): Promise<void>;
  remove(): Promise<void>;
}

const HANDLE = 'handle.json';
const MAX_HANDLE_BYTES = 64 * 1024;

/** The handle in a text; null if it is damaged. */
export function parseHandle(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return null;
  }
}

/** True if the folder of a task has a handle. */
export function hasHandle(root: string, id: string): boolean {
  return existsSync(path.join(root, id, HANDLE));
}

/** Opens the folder of a task; files of an earlier run except its handle are removed. With `shared`, the handle is kept there. */
export async function openTaskFolder(root: string, id: string, shared?: SharedWork): Promise<TaskFolder> {
  const folder = path.join(root, taskId.parse(id));
  const file = path.join(folder, HANDLE);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (name !== HANDLE) await rm(path.join(folder, name), { recursive: true, force: true });
  }
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (shared) return { path: folder, readHandle: shared.readHandle, keepHandle: shared.keepHandle, remove };
  return {
    path: folder,
    async readHandle() {
      if (!existsSync(file)) return undefined;
      const { text } = await readSmallFile(file, MAX_HANDLE_BYTES);
      return text === null ? null : parseHandle(text);
    },
    keepHandle: (handle) => writeFileDurably(file, JSON.stringify(handle), systemDisk, OWNER_ONLY),
    remove,
  };
}

/** Removes the folders of all tasks but those of `keep`. */
export async function sweepTaskFolders(root: string, keep: ReadonlySet<string>): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) if (!keep.has(name)) await rm(path.join(root, name), { recursive: true, force: true });
}
