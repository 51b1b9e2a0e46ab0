import type { Disk, OpenFile } from '../../src-main/base/files/disk.ts';

/** What a disk says when it fails. */
export type DiskFault = 'ENOSPC' | 'EIO' | 'EACCES';

/** Every fault the stories are told with. */
export const DISK_FAULTS: readonly DiskFault[] = ['ENOSPC', 'EIO', 'EACCES'];

/** A disk of which one call fails, once. */
export interface FailingDisk {
  readonly disk: Disk;
  /** The call that failed; null: none has. */
  failed(): string | null;
}

/** Numbers of the system's errors (Linux). */
const NUMBERS = { ENOSPC: -28, EIO: -5, EACCES: -13 } as const;

/** Fails the n-th call, counted from 1. A full disk fails no reading; a write that fails has written the half of it. */
export function createFailingDisk(real: Disk, n: number, fault: DiskFault): FailingDisk {
  let calls = 0;
  let failed: string | null = null;

  const isDue = (call: string, target: string): boolean => {
    calls++;
    if (calls !== n) return false;
    failed = `${call} ${target}`;
    return true;
  };
  const toError = (call: string, target: string, isReading: boolean): NodeJS.ErrnoException => {
    const code = isReading && fault === 'ENOSPC' ? 'EIO' : fault;
    const error = new Error(`${code}: injected, ${call} '${target}'`);
    return Object.assign(error, { code, errno: NUMBERS[code], syscall: call, path: target });
  };
  const guard = (call: string, target: string, isReading: boolean): void => {
    if (isDue(call, target)) throw toError(call, target, isReading);
  };

  const wrapFile = (file: OpenFile, target: string): OpenFile => ({
    read: async (buffer, position) => {
      guard('read', target, true);
      return file.read(buffer, position);
    },
    write: async (bytes) => {
      if (!isDue('write', target)) return file.write(bytes);
      await file.write(bytes.subarray(0, bytes.byteLength >> 1));
      throw toError('write', target, false);
    },
    size: async () => {
      guard('fstat', target, true);
      return file.size();
    },
    sync: async () => {
      guard('fsync', target, false);
      return file.sync();
    },
    close: async () => {
      await file.close();
      guard('close', target, false);
    },
  });

  const { hashWhileWriting: hashBeside, truncate: cut } = real;
  const disk: Disk = {
    open: async (path, mode) => {
      guard('open', path, mode === 'read');
      return wrapFile(await real.open(path, mode), path);
    },
    stat: async (path) => (guard('lstat', path, true), real.stat(path)),
    statFollowingLinks: async (path) => (guard('stat', path, true), real.statFollowingLinks(path)),
    list: async (path) => (guard('scandir', path, true), real.list(path)),
    makeFolder: async (path) => (guard('mkdir', path, false), real.makeFolder(path)),
    rename: async (from, to) => (guard('rename', to, false), real.rename(from, to)),
    link: async (file, name) => (guard('link', name, false), real.link(file, name)),
    copyFile: async (from, to) => (guard('copyfile', to, false), real.copyFile(from, to)),
    copyFolder: async (from, to) => (guard('cp', to, false), real.copyFolder(from, to)),
    syncFolder: async (path) => (guard('fsync', path, false), real.syncFolder(path)),
    syncFile: async (path) => (guard('fsync', path, false), real.syncFile(path)),
    remove: async (path) => (guard('rm', path, false), real.remove(path)),
    ...(cut && {
      truncate: async (path: string, bytes: number) => (guard('ftruncate', path, false), cut(path, bytes)),
    }),
    ...(hashBeside && {
      hashWhileWriting: (path: string) => {
        const hash = hashBeside(path);
        return { ...hash, finish: async (bytes: number) => (guard('read', path, true), hash.finish(bytes)) };
      },
    }),
  };
  return { disk, failed: () => failed };
}
