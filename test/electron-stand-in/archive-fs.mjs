// The functions of `fs` that Electron lets read archives. Those that it does not replace fail here, too.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { archive } from './archive-file.mjs';

const original = { ...fs, promises: { ...fs.promises } };
const { S_IFDIR, S_IFREG, UV_DIRENT_DIR, UV_DIRENT_FILE } = fs.constants;

/** Copies of files that were opened, as Electron makes them. */
let copies = null;
const copied = new Map();

let lastInode = 0;

/** Replaces the functions for paths in the archive. */
export function patchFs() {
  replace('stat', stat);
  replace('lstat', stat);
  replace('realpath', (inner) => (find(inner, 'realpath'), path.join(original.realpathSync(archive.file), inner)));
  replace('readFile', readFile);
  replace('readdir', readFolder);
  replace('access', (inner) => void find(inner, 'access'));
  replace('open', (inner, ...options) => original.openSync(toFile(inner, 'open'), ...options));
  replace('copyFile', (inner, ...options) => original.copyFileSync(toFile(inner, 'copyfile'), ...options));
  fs.realpath.native = fs.realpath;
  fs.realpathSync.native = fs.realpathSync;
  fs.promises.open = async (given, ...options) => {
    const inner = archive.locate(given);
    return original.promises.open(inner === null ? given : toFile(inner, 'open'), ...options);
  };
  fs.existsSync = (given) => {
    const inner = archive.locate(given);
    return inner === null ? original.existsSync(given) : archive.find(inner) !== undefined;
  };
  const { dlopen } = process;
  process.dlopen = (module, file, ...flags) => {
    const inner = archive.locate(file);
    return dlopen.call(process, module, inner === null ? file : toFile(inner, 'dlopen'), ...flags);
  };
  syncBuiltinESMExports();
}

/** Replaces the three forms of a function by one that answers for a path inside the archive. */
function replace(name, answer) {
  const [sync, later, promise] = [original[`${name}Sync`], original[name], original.promises[name]];
  fs[`${name}Sync`] = (given, ...options) => {
    const inner = archive.locate(given);
    return inner === null ? sync(given, ...options) : answer(inner, ...options);
  };
  fs[name] = (given, ...options) => {
    const inner = archive.locate(given);
    if (inner === null) return later(given, ...options);
    const done = options.pop();
    let outcome;
    try {
      outcome = [null, answer(inner, ...options)];
    } catch (error) {
      outcome = [error];
    }
    process.nextTick(done, ...outcome);
  };
  fs.promises[name] = async (given, ...options) => {
    const inner = archive.locate(given);
    return inner === null ? promise(given, ...options) : answer(inner, ...options);
  };
}

function find(inner, call) {
  const node = archive.find(inner);
  if (node !== undefined) return node;
  const at = path.join(archive.file, inner);
  const error = new Error(`ENOENT: no such file or directory, ${call} '${at}'`);
  throw Object.assign(error, { code: 'ENOENT', errno: -os.constants.errno.ENOENT, syscall: call, path: at });
}

/** A file outside the archive with the bytes of one inside. */
function toFile(inner, call) {
  if (find(inner, call).unpacked) return archive.unpackedPath(inner);
  let file = copied.get(inner);
  if (file === undefined) {
    copies ??= makeCopiesFolder();
    file = path.join(copies, `${copied.size}${path.extname(inner)}`);
    original.writeFileSync(file, archive.read(inner));
    copied.set(inner, file);
  }
  return file;
}

function makeCopiesFolder() {
  const folder = original.mkdtempSync(path.join(os.tmpdir(), 'stand-in-archive-'));
  process.on('exit', () => original.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Electron gives numbers also where large ones are asked for, and another inode at each call. */
function stat(inner, options) {
  if (options?.throwIfNoEntry === false && archive.find(inner) === undefined) return null;
  const { files, size = 0 } = find(inner, 'stat');
  const mode = files ? S_IFDIR | 0o755 : S_IFREG | 0o644;
  return Object.assign(original.statSync(archive.file), { mode, size, ino: ++lastInode });
}

function readFile(inner, options) {
  if (find(inner, 'open').files)
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const bytes = archive.read(inner);
  return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
}

function readFolder(inner, options) {
  const { files } = find(inner, 'scandir');
  if (options?.recursive)
    throw new Error('Electron stand-in: a folder in an archive is not read with what is below it');
  const entries = Object.entries(files);
  if (!options?.withFileTypes) return entries.map(([name]) => name);
  const parent = path.join(archive.file, inner);
  return entries.map(([name, node]) => new fs.Dirent(name, node.files ? UV_DIRENT_DIR : UV_DIRENT_FILE, parent));
}
