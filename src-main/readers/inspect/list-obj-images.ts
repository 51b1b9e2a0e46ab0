import { splitLibraryNames } from '../../../src-shared/formats/obj-libraries.ts';
import type { OpenFile } from '../../base/files/disk.ts';
import { isMapKeyword, parseMapStatement } from '../../engine/files/obj/map-options.ts';
import { forEachObjStatement } from '../../engine/files/obj/obj-statements.ts';
import { toModelFile } from '../../engine/files/zip/model-file.ts';
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
  const libraries = new Set<string>();
  await forEachText(file, HEAD_BYTES, (keyword, rest) => {
    if (keyword === 'mtllib') for (const name of splitLibraryNames(rest)) libraries.add(name);
  });
  const pictures = new Map<string, NamedImage>();
  for (const library of libraries) {
    const opened = await open(toFileName(library));
    if (!opened) {
      pictures.set(library, { name: library, file: null });
      continue;
    }
    try {
      await forEachText(opened, MAX_LIBRARY_BYTES, (keyword, rest) => {
        const name = isMapKeyword(keyword) ? parseMapStatement(rest).path : '';
        if (name !== '') pictures.set(name, { name, file: toFileName(name) });
      });
    } finally {
      await opened.close();
    }
  }
  return [...pictures.values()];
}

/** Returns the name of a file beside the OBJ. */
function toFileName(name: string): string {
  return name.replace(/^\.[\\/]/, '');
}

/** Calls `visit` for each statement in the first bytes of a file. */
async function forEachText(file: OpenFile, most: number, visit: (keyword: string, rest: string) => void) {
  const bytes = Buffer.alloc(Math.min(most, await file.size()));
  const head = bytes.subarray(0, await file.read(bytes, 0));
  await forEachObjStatement(toModelFile(head).pieces(), { text: visit });
}
