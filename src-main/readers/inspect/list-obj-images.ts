import type { OpenFile } from '../../base/files/disk.ts';
import type { NamedImage } from './named-image.ts';

/** All known programs write the libraries before the first vertex. */
const HEAD_BYTES = 256 * 1024;
const MAX_LIBRARY_BYTES = 4 * 1024 * 1024;

/** Maximum number of arguments of each map option (MTL format, “Options for texture map statements”). */
const OPTION_WORDS: Readonly<Record<string, number>> = {
  '-blendu': 1,
  '-blendv': 1,
  '-boost': 1,
  '-bm': 1,
  '-cc': 1,
  '-clamp': 1,
  '-imfchan': 1,
  '-mm': 2,
  '-o': 3,
  '-s': 3,
  '-t': 3,
  '-texres': 1,
  '-type': 1,
};
/** Options with one to three numbers, so that a file name may follow any of them. */
const UP_TO_THREE = new Set(['-o', '-s', '-t']);

/**
 * The images of an OBJ's material libraries; `open` returns a side file, null if there is none. A missing library is
 * reported like a missing image.
 */
export async function listObjImages(
  file: OpenFile,
  open: (name: string) => Promise<OpenFile | null>,
): Promise<NamedImage[]> {
  const pictures = new Map<string, NamedImage>();
  for (const library of namesOf(await readText(file, HEAD_BYTES), /^mtllib\s+(\S.*)$/i)) {
    const opened = await open(library);
    if (!opened) pictures.set(library, { name: library, file: null });
    try {
      const text = opened ? await readText(opened, MAX_LIBRARY_BYTES) : '';
      for (const words of namesOf(text, /^(?:map_\w+|bump|disp|decal|refl|norm)\s+(\S.*)$/i)) {
        const name = dropOptions(words);
        if (name !== '') pictures.set(name, { name, file: name.replace(/^\.[\\/]/, '') });
      }
    } finally {
      await opened?.close();
    }
  }
  return [...pictures.values()];
}

function namesOf(text: string, statement: RegExp): string[] {
  return text.split(/\r?\n/).flatMap((line) => statement.exec(line.trim())?.[1]?.trim() ?? []);
}

/** The rest of a map statement after its options; file names may contain spaces. */
function dropOptions(words: string): string {
  let rest = words;
  for (;;) {
    const [, option = '', after = ''] = /^(-\w+)\s+(\S.*)$/.exec(rest) ?? [];
    const most = OPTION_WORDS[option.toLowerCase()];
    if (most === undefined) return rest;
    rest = after;
    for (let word = 0; word < most; word++) {
      const [, taken = '', left] = /^(\S+)\s+(\S.*)$/.exec(rest) ?? [];
      if (left === undefined || (UP_TO_THREE.has(option.toLowerCase()) && !/^[-+.\d][\d.e+-]*$/i.test(taken))) break;
      rest = left;
    }
  }
}

async function readText(file: OpenFile, most: number): Promise<string> {
  const bytes = Buffer.alloc(Math.min(most, await file.size()));
  return bytes.toString('utf8', 0, await file.read(bytes, 0));
}
