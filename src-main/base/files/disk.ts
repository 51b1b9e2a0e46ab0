import { constants } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import {
  copyFile,
  cp,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rm,
  stat,
  truncate,
  utimes,
  type FileHandle,
} from 'node:fs/promises';
import { createGrowingHash, type GrowingHash } from './growing-hash.ts';
import { openRegularFile } from './regular-file.ts';
import { renamePatiently } from './rename-patiently.ts';
import { writeAll } from './write-all.ts';

/** An open file. Every call rejects with the system's error. */
export interface OpenFile {
  /** Reads into the start of the buffer, from a position in the file; returns the number of bytes, 0 at its end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Appends all bytes to those written before. */
  write(bytes: Uint8Array): Promise<void>;
  size(): Promise<number>;
  /** As in `FileStat`: the same only if the path of that entry still led to this file when it was opened. */
  version?(): Promise<string>;
  /** Returns when the content survives a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** How a file is opened: `read` rejects what is no regular file, see `openRegularFile`, `create` fails with EEXIST if it exists, `write` truncates it, `append` continues at its end. */
export type OpenMode = 'read' | 'write' | 'create' | 'append';

/** The entry at a path. */
export interface FileStat {
  readonly isFolder: boolean;
  /** True for a symbolic link; absent: it is none, or links are followed. */
  readonly isLink?: boolean;
  readonly bytes: number;
  /** Changes whenever the content may have changed; absent if the disk cannot determine it. */
  readonly version?: string;
  /** When its content was last written or its time was set; absent if the disk cannot determine it. */
  readonly changedAt?: number;
}

/** The file system operations of the queue and pipeline; tests replace them with a disk that loses unsynced data. */
export interface Disk {
  /** `permissions` of a new file, as in `chmod`; Node's default when absent, and ignored on Windows. */
  open(path: string, mode: OpenMode, permissions?: number): Promise<OpenFile>;
  /** Null if the path does not exist; symbolic links are not followed. */
  stat(path: string): Promise<FileStat | null>;
  /** As `look`, but follows symbolic links. */
  statFollowingLinks(path: string): Promise<FileStat | null>;
  /** Names of the entries of a folder. */
  list(folder: string): Promise<string[]>;
  /** Creates one folder in an existing one; EEXIST if the path exists. */
  makeFolder(path: string): Promise<void>;
  /** Replaces a file, but never a folder with contents. The new name survives a power failure after `syncFolder`. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; EEXIST if that name exists. */
  link(file: string, name: string): Promise<void>;
  /** EEXIST if the new name exists, also as a link. */
  copyFile(from: string, to: string): Promise<void>;
  copyFolder(from: string, to: string): Promise<void>;
  /** Returns when the names in a folder survive a power failure. */
  syncFolder(folder: string): Promise<void>;
  syncFile(path: string): Promise<void>;
  /** Sets the modification time of a file to now; absent if the disk cannot determine that time. */
  touch?(file: string): Promise<void>;
  /** Truncates a file; absent if the disk does not support it. */
  truncate?(file: string, bytes: number): Promise<void>;
  /** Hashes a growing file in a worker thread; absent if the caller has to do it. */
  hashWhileWriting?(file: string): GrowingHash;
  /** Removes a file, or a folder with its contents; does nothing if the path does not exist. */
  remove(path: string): Promise<void>;
}

const FLAGS = { write: 'w', create: 'wx', append: 'a' } as const;

/** The real file system. */
export const systemDisk: Disk = {
  open: async (path, mode, permissions) =>
    toOpenFile(await (mode === 'read' ? openRegularFile(path) : open(path, FLAGS[mode], permissions))),
  stat: (path) => entryOf(lstat(path, { bigint: true })),
  statFollowingLinks: (path) => entryOf(stat(path, { bigint: true })),
  list: (folder) => readdir(folder),
  makeFolder: async (path) => void (await mkdir(path)),
  rename: renamePatiently,
  link,
  copyFile: (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL),
  copyFolder: (from, to) => cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE }),
  syncFolder: async (folder) => {
    // Windows makes names durable itself and rejects this call.
    if (process.platform !== 'win32') await using(await open(folder, 'r'), (handle) => handle.sync());
  },
  touch: (file) => utimes(file, new Date(), new Date()),
  truncate: (file, bytes) => truncate(file, bytes),
  hashWhileWriting: createGrowingHash,
  syncFile: async (path) => using(await open(path, 'r+'), (handle) => handle.datasync()),
  remove: (path) => rm(path, { recursive: true, force: true }),
};

function toOpenFile(handle: FileHandle): OpenFile {
  return {
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.byteLength, position)).bytesRead,
    // One call for a whole buffer, where `writeFile` splits it.
    write: (bytes) => writeAll(handle, bytes),
    size: async () => (await handle.stat()).size,
    version: async () => versionOf(await handle.stat({ bigint: true })),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

async function entryOf(asked: Promise<BigIntStats>): Promise<FileStat | null> {
  const facts = await asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!facts) return null;
  const { size, mtimeNs } = facts;
  return {
    isFolder: facts.isDirectory(),
    ...(facts.isSymbolicLink() && { isLink: true }),
    bytes: Number(size),
    version: versionOf(facts),
    changedAt: Number(mtimeNs / 1_000_000n),
  };
}

function versionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join();
}

async function using(handle: FileHandle, run: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await run(handle);
  } finally {
    await handle.close();
  }
}
