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
  rename,
  rm,
  stat,
  truncate,
  utimes,
  type FileHandle,
} from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGrowingHash, type GrowingHash } from './growing-hash.ts';

/** A file that is open. Every call rejects with the system's error. */
export interface OpenFile {
  /** Bytes read into the buffer's beginning, from a position in the file; 0 at its end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes all bytes after those written before. */
  write(bytes: Uint8Array): Promise<void>;
  size(): Promise<number>;
  /** Returns when the content survives a power cut. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** How a file is opened: `create` fails with EEXIST where there is one, `write` empties it, `append` goes on at its end. */
export type OpenMode = 'read' | 'write' | 'create' | 'append';

/** What is at a path. */
export interface FileStat {
  readonly isFolder: boolean;
  readonly bytes: number;
  /** Another text whenever the content may be another; absent where the disk cannot tell. */
  readonly version?: string;
  /** When its content was last written, or it was touched; absent where the disk cannot tell. */
  readonly changedAt?: number;
}

/** The disk as the queue's way sees it; the simulation has one that loses what was not synced. */
export interface Disk {
  /** `permissions` of a file that is made, as in `chmod`; Node's default when absent, and ignored on Windows. */
  open(path: string, mode: OpenMode, permissions?: number): Promise<OpenFile>;
  /** Null where nothing is; a symbolic link is not followed. */
  stat(path: string): Promise<FileStat | null>;
  /** As `look`, through symbolic links. */
  statFollowingLinks(path: string): Promise<FileStat | null>;
  /** Names in a folder. */
  list(folder: string): Promise<string[]>;
  /** Makes one folder below an existing one; EEXIST where something is. */
  makeFolder(path: string): Promise<void>;
  /** Replaces a file, never a folder with something in it. The new name survives a power cut after `syncFolder`. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; EEXIST where something is. */
  link(file: string, name: string): Promise<void>;
  copyFile(from: string, to: string): Promise<void>;
  copyFolder(from: string, to: string): Promise<void>;
  /** Returns when the names in a folder survive a power cut. */
  syncFolder(folder: string): Promise<void>;
  syncFile(path: string): Promise<void>;
  /** Makes a file count as changed now; absent where the disk cannot tell when that was. */
  touch?(file: string): Promise<void>;
  /** Shortens a file to its first bytes; absent where the disk cannot. */
  truncate?(file: string, bytes: number): Promise<void>;
  /** Hashes a file beside this thread while it grows; absent where that is left to the caller. */
  hashWhileWriting?(file: string): GrowingHash;
  /** Removes a file or a folder with all in it; nothing happens where nothing is. */
  remove(path: string): Promise<void>;
}

/** Virus scanners on Windows hold files for moments; a rename is tried again that long. */
const RENAME_PATIENCE_MS = 10_000;

const FLAGS = { read: 'r', write: 'w', create: 'wx', append: 'a' } as const;

/** This computer's disk. */
export const systemDisk: Disk = {
  open: async (path, mode, permissions) => toOpenFile(await open(path, FLAGS[mode], permissions)),
  stat: (path) => entryOf(lstat(path, { bigint: true })),
  statFollowingLinks: (path) => entryOf(stat(path, { bigint: true })),
  list: (folder) => readdir(folder),
  makeFolder: async (path) => void (await mkdir(path)),
  rename: renamePatiently,
  link,
  copyFile: (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE),
  copyFolder: (from, to) => cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE }),
  syncFolder: async (folder) => {
    // Windows makes names durable itself and refuses the call.
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
    write: (bytes) => writeAll(handle, bytes),
    size: async () => (await handle.stat()).size,
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** One call for a whole buffer, where `writeFile` makes pieces of it. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    done += (await handle.write(bytes, done, bytes.byteLength - done, null)).bytesWritten;
  }
}

async function entryOf(asked: Promise<BigIntStats>): Promise<FileStat | null> {
  const facts = await asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!facts) return null;
  const { dev, ino, size, mtimeNs, ctimeNs } = facts;
  const version = [dev, ino, size, mtimeNs, ctimeNs].join();
  return { isFolder: facts.isDirectory(), bytes: Number(size), version, changedAt: Number(mtimeNs / 1_000_000n) };
}

async function renamePatiently(from: string, to: string): Promise<void> {
  const until = performance.now() + RENAME_PATIENCE_MS;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 500)) {
    try {
      return await rename(from, to);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      const mayPass = process.platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(code);
      if (!mayPass || performance.now() > until) throw error;
      await wait(waitMs);
    }
  }
}

async function using(handle: FileHandle, run: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await run(handle);
  } finally {
    await handle.close();
  }
}
