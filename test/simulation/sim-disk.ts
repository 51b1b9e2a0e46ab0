import type { Disk, OpenFile, OpenMode } from '../../src-main/base/files/disk.ts';
import { createFile, createFolder, systemError, type FileNode, type Node } from './disk-tree.ts';
import type { Machine, Run } from './machine.ts';

/** Calls take a moment each, so that anything may happen between two of them. */
const SLOWEST_MS = 1.5;

/** The machine's disk as one run sees it: fills up, fails, and forgets what is not synced when the power goes. */
export function createSimDisk(machine: Machine, run: Run): Disk {
  const { kernel, tree } = machine;
  const prng = kernel.prng.fork(`disk/${run.number}`);

  const call = <T>(syscall: string, path: string, act: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      kernel.after(prng.fraction() * SLOWEST_MS, run, () => {
        const trouble = machine.diskTrouble.shift();
        try {
          if (trouble) failCall(syscall, path, trouble);
          resolve(act());
        } catch (thrown) {
          const error = thrown as NodeJS.ErrnoException;
          kernel.trace(`disk: ${syscall} ${path}: ${error.code}`);
          reject(error);
        }
      });
    });
  const failCall = (syscall: string, path: string, code: string): never => {
    const node = tree.find(path);
    if (syscall === 'fsync' && node && !node.isFolder) node.forgotten = true;
    throw systemError(code, syscall, path);
  };
  const get = (path: string, syscall: string): Node => {
    const node = tree.find(path);
    if (!node) throw systemError('ENOENT', syscall, path);
    return node;
  };
  const getFile = (path: string, syscall: string): FileNode => {
    const node = get(path, syscall);
    if (node.isFolder) throw systemError('EISDIR', syscall, path);
    return node;
  };
  const takeSpace = (bytes: number): number => {
    const taken = Math.min(bytes, machine.freeBytes);
    machine.freeBytes -= taken;
    return taken;
  };
  const append = (node: FileNode, bytes: Uint8Array, path: string): void => {
    const taken = takeSpace(bytes.byteLength);
    node.data = Buffer.concat([node.data, bytes.subarray(0, taken)]);
    tree.touch();
    if (taken < bytes.byteLength) throw systemError('ENOSPC', 'write', path);
  };
  const sync = (node: FileNode): void => {
    if (!node.forgotten) node.durable = node.data;
  };
  /** Two calls, so that half of it can be there. */
  const write = async (node: FileNode, bytes: Uint8Array, path: string): Promise<void> => {
    const half = bytes.byteLength >> 1;
    await call('write', path, () => append(node, bytes.subarray(0, half), path));
    await call('write', path, () => append(node, bytes.subarray(half), path));
  };
  const openNode = (path: string, mode: OpenMode): FileNode => {
    const there = tree.find(path);
    if (there?.isFolder) throw systemError('EISDIR', 'open', path);
    if (mode === 'read') return getFile(path, 'open');
    if (there && mode === 'create') throw systemError('EEXIST', 'open', path);
    if (there && mode === 'append') return there;
    if (there) {
      there.data = Buffer.alloc(0);
      there.forgotten = false;
      tree.touch();
      return there;
    }
    if (machine.freeBytes <= 0) throw systemError('ENOSPC', 'open', path);
    const made = createFile();
    tree.put(path, made);
    return made;
  };
  const toOpenFile = (node: FileNode, path: string): OpenFile => ({
    read: (buffer, position) => call('read', path, () => node.data.copy(buffer, 0, position)),
    write: (bytes) => write(node, Buffer.from(bytes), path),
    size: () => call('fstat', path, () => node.data.byteLength),
    sync: () => call('fsync', path, () => sync(node)),
    close: () => call('close', path, () => undefined),
  });
  const look = (path: string) =>
    call('stat', path, () => {
      const node = tree.find(path);
      if (!node || node.isFolder) return node && { isFolder: true, bytes: 0 };
      return { isFolder: false, bytes: node.data.byteLength, version: versionOf(node.data) };
    });

  return {
    open: (path, mode) => call('open', path, () => toOpenFile(openNode(path, mode), path)),
    stat: look,
    statFollowingLinks: look,
    list: (folder) =>
      call('scandir', folder, () => {
        const node = get(folder, 'scandir');
        if (!node.isFolder) throw systemError('ENOTDIR', 'scandir', folder);
        return [...node.names.keys()];
      }),
    makeFolder: (path) =>
      call('mkdir', path, () => {
        if (tree.find(path)) throw systemError('EEXIST', 'mkdir', path);
        if (machine.freeBytes <= 0) throw systemError('ENOSPC', 'mkdir', path);
        tree.put(path, createFolder());
      }),
    rename: (from, to) =>
      call('rename', from, () => {
        const node = get(from, 'rename');
        const there = tree.find(to);
        if (there && node.isFolder !== there.isFolder) {
          throw systemError(there.isFolder ? 'EISDIR' : 'ENOTDIR', 'rename', to);
        }
        if (there?.isFolder && there.names.size > 0) throw systemError('ENOTEMPTY', 'rename', to);
        tree.rename(from, to);
      }),
    link: (file, name) =>
      call('link', file, () => {
        const node = getFile(file, 'link');
        if (tree.find(name)) throw systemError('EEXIST', 'link', name);
        tree.put(name, node);
      }),
    copyFile: async (from, to) => {
      const source = await call('copyfile', from, () => getFile(from, 'copyfile').data);
      const target = await call('copyfile', to, () => openNode(to, 'create'));
      await write(target, source, to);
    },
    copyFolder: async (from) => {
      throw systemError('ENOSYS', 'cp', from);
    },
    syncFolder: (folder) =>
      call('fsync', folder, () => {
        const node = get(folder, 'open');
        if (!node.isFolder) throw systemError('ENOTDIR', 'fsync', folder);
        node.durable = new Map(node.names);
        node.log = [];
      }),
    truncate: (path, bytes) =>
      call('truncate', path, () => {
        const node = getFile(path, 'truncate');
        node.data = Buffer.from(node.data.subarray(0, bytes));
        // What the system forgot was dirty: nothing of it is left in what had been synced before.
        if (node.durable?.subarray(0, bytes).equals(node.data)) node.forgotten = false;
        tree.touch();
      }),
    syncFile: (path) => call('fsync', path, () => sync(getFile(path, 'open'))),
    remove: (path) =>
      call('rm', path, () => {
        if (tree.find(path)) tree.drop(path);
      }),
  };
}

/** Content is replaced and never changed, so its identity is its version. */
const versions = new WeakMap<Buffer, number>();
let nextVersion = 1;

function versionOf(data: Buffer): string {
  const known = versions.get(data) ?? nextVersion++;
  versions.set(data, known);
  return String(known);
}
