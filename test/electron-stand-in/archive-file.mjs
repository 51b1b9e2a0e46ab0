// An app archive (asar): a header with the tree of its files, then their bytes. Files that were left outside it lie beside it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Before anything is replaced.
const { openSync, readSync } = fs;

/** Bytes before the text of the header: two pickles, each with the size of what follows. */
const PREFIX_BYTES = 16;

/** The archive of the app, or null: the app is a folder. Its path is in the environment, which reaches processes and threads. */
export const archive = process.env.STAND_IN_ARCHIVE ? openArchive(path.resolve(process.env.STAND_IN_ARCHIVE)) : null;

function openArchive(file) {
  const fd = openSync(file, 'r');
  const read = (position, length) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const got = readSync(fd, bytes, at, length - at, position + at);
      if (got === 0) throw new Error(`${file} ends too early.`);
      at += got;
    }
    return bytes;
  };
  const prefix = read(0, PREFIX_BYTES);
  const root = JSON.parse(read(PREFIX_BYTES, prefix.readUInt32LE(12)).toString());
  const firstByte = 8 + prefix.readUInt32LE(4);

  /** The entry at a path inside the archive; undefined if it has none. */
  const find = (inner) => {
    let node = root;
    for (const name of inner.split(path.sep)) {
      if (name === '') continue;
      if (!Object.hasOwn(node?.files ?? {}, name)) return undefined;
      node = node.files[name];
    }
    return node;
  };
  return {
    file,
    /** The path inside the archive that a path leads to, '' for the archive itself; null if it leads elsewhere. */
    locate: (given) => {
      if (typeof given !== 'string' && !(given instanceof URL) && !Buffer.isBuffer(given)) return null;
      const at = given instanceof URL ? fileURLToPath(given) : path.resolve(String(given));
      if (at === file) return '';
      return at.startsWith(file + path.sep) ? at.slice(file.length + 1) : null;
    },
    find,
    isFile: (inner) => find(inner) !== undefined && find(inner).files === undefined,
    isFolder: (inner) => find(inner)?.files !== undefined,
    read: (inner) => {
      const { unpacked, offset, size } = find(inner);
      return unpacked ? fs.readFileSync(unpackedPath(inner)) : read(firstByte + Number(offset), size);
    },
    unpackedPath,
  };

  /** Where a file lies that was left outside the archive. */
  function unpackedPath(inner) {
    return path.join(`${file}.unpacked`, inner);
  }
}
