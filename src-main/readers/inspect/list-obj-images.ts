import type { OpenFile } from '../../base/files/disk.ts';
import { parseMapStatement } from '../../engine/files/obj/map-options.ts';
import type { NamedImage } from './named-image.ts';

/** All known programs write the libraries before the first vertex. */
const HEAD_BYTES = 256 * 1024;
const MAX_LIBRARY_BYTES = 4 * 1024 * 1024;

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
        const name = parseMapStatement(words).path;
        if (name !== '') pictures.set(name, { name, file: name.replace(/^\.[\\/]/, '') });
      }
    } finally {
      await opened?.close();
    }
  }
  return [...pictures.values()];
}

function namesOf(text: string, statement: RegExp): string[] {
  return text.split('\n').flatMap((line) => statement.exec(line.trim())?.[1]?.trim() ?? []);
}

async function readText(file: OpenFile, most: number): Promise<string> {
  const bytes = Buffer.alloc(Math.min(most, await file.size()));
  return bytes.toString('utf8', 0, await file.read(bytes, 0));
}
