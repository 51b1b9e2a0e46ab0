import type { Prng } from './prng.ts';

/** A file: what it holds, and what of it would survive a power cut. */
export interface FileNode {
  readonly isFolder: false;
  data: Buffer;
  /** Null: nothing was synced yet. */
  durable: Buffer | null;
  /** A sync failed; the system forgot what was dirty, and later syncs say nothing about it. */
  forgotten: boolean;
}

/** A folder: its names, and which of them would survive. */
export interface FolderNode {
  readonly isFolder: true;
  names: Map<string, Node>;
  durable: Map<string, Node>;
  /** Changes since the last sync, in order; each may be lost by itself. */
  log: ((names: Map<string, Node>) => void)[];
}

/** Something with a name on the simulated disk. */
export type Node = FileNode | FolderNode;

/** Everything on the simulated disk; absolute POSIX paths. */
export interface DiskTree {
  find(path: string): Node | null;
  /** The folder a path lies in, and its last part; throws ENOENT or ENOTDIR. */
  place(path: string): { folder: FolderNode; name: string };
  put(path: string, node: Node): void;
  /** Puts something there that survives whatever comes. */
  keep(path: string, node: Node): void;
  drop(path: string): void;
  rename(from: string, to: string): void;
  /** Whether a file with its whole content and every name on its path would survive a power cut. */
  isDurable(path: string): boolean;
  /** Grows with every change of a name or content. */
  version(): number;
  touch(): void;
  /** What a power cut leaves: of what was not synced, any subset. */
  cutPower(prng: Prng): void;
  /** Makes everything durable as it is. */
  settle(): void;
}

/** An error as the system words it. */
export function systemError(code: string, syscall: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });
}

/** A file with content that is not synced. */
export function createFile(data: Buffer = Buffer.alloc(0)): FileNode {
  return { isFolder: false, data, durable: null, forgotten: false };
}

/** An empty folder. */
export function createFolder(): FolderNode {
  return { isFolder: true, names: new Map(), durable: new Map(), log: [] };
}

/** A disk with nothing on it. */
export function createDiskTree(): DiskTree {
  const root = createFolder();
  let version = 0;

  const find = (path: string): Node | null => {
    if (path === '') return null;
    let node: Node | undefined = root;
    for (const part of path.split('/')) {
      if (part === '') continue;
      node = node.isFolder ? node.names.get(part) : undefined;
      if (!node) return null;
    }
    return node;
  };
  const place = (path: string): { folder: FolderNode; name: string } => {
    const cut = path.lastIndexOf('/');
    const folder = find(path.slice(0, cut) || '/');
    if (!folder) throw systemError('ENOENT', 'open', path);
    if (!folder.isFolder) throw systemError('ENOTDIR', 'open', path);
    return { folder, name: path.slice(cut + 1) };
  };
  const change = (folder: FolderNode, apply: (names: Map<string, Node>) => void): void => {
    apply(folder.names);
    folder.log.push(apply);
    version++;
  };

  return {
    find,
    place,
    put: (path, node) => {
      const { folder, name } = place(path);
      change(folder, (names) => names.set(name, node));
    },
    keep: (path, node) => {
      const { folder, name } = place(path);
      folder.names.set(name, node);
      folder.durable.set(name, node);
      version++;
    },
    drop: (path) => {
      const { folder, name } = place(path);
      change(folder, (names) => names.delete(name));
    },
    rename: (from, to) => {
      const old = place(from);
      const fresh = place(to);
      const node = old.folder.names.get(old.name) as Node;
      if (old.folder === fresh.folder) {
        change(old.folder, (names) => {
          names.delete(old.name);
          names.set(fresh.name, node);
        });
      } else {
        change(fresh.folder, (names) => names.set(fresh.name, node));
        change(old.folder, (names) => names.delete(old.name));
      }
    },
    isDurable: (path) => {
      let node: Node | undefined = root;
      for (const part of path.split('/')) {
        if (part === '') continue;
        node = node.isFolder ? node.durable.get(part) : undefined;
        if (!node) return false;
      }
      return node.isFolder || (node.durable?.equals(node.data) ?? false);
    },
    version: () => version,
    touch: () => void version++,
    cutPower: (prng) => {
      version++;
      cutPower(root, prng, new Set());
    },
    settle: () => settle(root),
  };
}

function cutPower(node: Node, prng: Prng, seen: Set<Node>): void {
  if (seen.has(node)) return;
  seen.add(node);
  if (!node.isFolder) {
    node.data = survive(node, prng);
    node.durable = node.data;
    node.forgotten = false;
    return;
  }
  const names = new Map(node.durable);
  for (const apply of node.log) if (prng.chance(0.5)) apply(names);
  node.names = names;
  node.durable = new Map(names);
  node.log = [];
  for (const child of names.values()) cutPower(child, prng, seen);
}

/** Unsynced content comes back as it was, as it is, cut short, or as the right number of zeros. */
function survive({ data, durable }: FileNode, prng: Prng): Buffer {
  if (durable?.equals(data)) return data;
  const outcomes = [
    durable ?? Buffer.alloc(0),
    data,
    data.subarray(0, prng.integer(data.byteLength + 1)),
    Buffer.alloc(data.byteLength),
  ];
  return prng.pick(outcomes);
}

function settle(node: Node): void {
  if (!node.isFolder) {
    node.durable = node.data;
    return;
  }
  node.durable = new Map(node.names);
  node.log = [];
  for (const child of node.names.values()) settle(child);
}
