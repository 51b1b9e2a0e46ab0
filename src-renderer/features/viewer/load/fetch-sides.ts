import { ModelLoadError } from './load-failure.ts';
import { listMtlImages, listSideFiles, sideName } from './side-files.ts';
import { toText } from './to-text.ts';

/** Fetches one companion file; null if it does not exist, `too_large` if it has more than `most` bytes. */
type FetchSide = (path: string, most: number) => Promise<ArrayBuffer | 'too_large' | null>;

/** Maximum number of companion files of a model, with those of its material libraries. */
const MAX_SIDES = 256;

/**
 * Fetches the companion files of a model, each once. Throws ModelLoadError `too_large` if they are too many, or together
 * have more than `maxBytes`.
 */
export async function fetchSides(
  format: string,
  main: ArrayBuffer,
  maxBytes: number,
  fetchSide: FetchSide,
): Promise<Map<string, ArrayBuffer>> {
  const sides = new Map<string, ArrayBuffer>();
  let [files, left] = [0, maxBytes];
  const fetchAll = async (paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      const name = sideName(path);
      if (sides.has(name)) continue;
      const bytes = ++files > MAX_SIDES ? 'too_large' : await fetchSide(path, left);
      if (bytes === 'too_large') throw new ModelLoadError('too_large');
      if (!bytes) continue;
      left -= bytes.byteLength;
      sides.set(name, bytes);
    }
  };
  await fetchAll(listSideFiles(format, main));
  for (const [name, library] of [...sides]) if (name.endsWith('.mtl')) await fetchAll(listMtlImages(toText(library)));
  return sides;
}
