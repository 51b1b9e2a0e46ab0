import { FORMAT_ROWS } from '../../../../src-shared/formats/formats.ts';
import type { Artifact } from '../../../../src-shared/jobs/job.ts';
import { listMtlImages, listSideFiles, sideName, toText } from '../load/side-files.ts';
import { ModelLoadError } from '../load/load-failure.ts';
import type { ModelFile } from '../load/load-model.ts';
import { loadBytes, loadSideFile } from '../../../app/artifact-source.ts';

/** Larger files are not loaded: in memory they take several times their size. */
const MAX_BYTES = 768 * 1024 ** 2;
/** Maximum size of a text file whose companion files are searched on the main thread. */
const MAX_TEXT_BYTES = 256 * 1024 ** 2;
/** Maximum number of companion files. */
const MAX_SIDES = 64;

/** Fetches a model file and its companion files. Throws `ModelLoadError`, or the signal's reason. */
export async function fetchModel({ id, format, bytes }: Artifact, signal: AbortSignal): Promise<ModelFile> {
  const most = format !== null && FORMAT_ROWS[format].zipped ? MAX_TEXT_BYTES : MAX_BYTES;
  if (format === null || bytes > most) throw new ModelLoadError('too_large');
  try {
    const main = await loadBytes(id, signal);
    return {
      format,
      bytes: main,
      sides: FORMAT_ROWS[format].zipped ? await fetchSides(id, format, main, signal) : new Map(),
    };
  } catch (cause) {
    signal.throwIfAborted();
    throw new ModelLoadError('unreachable', cause instanceof Error ? cause.message : '', { cause });
  }
}

async function fetchSides(
  id: string,
  format: string,
  main: ArrayBuffer,
  signal: AbortSignal,
): Promise<Map<string, ArrayBuffer>> {
  const sides = new Map<string, ArrayBuffer>();
  const fetchAll = async (paths: readonly string[]) => {
    for (const path of paths.slice(0, MAX_SIDES)) {
      const bytes = await loadSideFile(id, path, signal);
      if (bytes) sides.set(sideName(path), bytes);
    }
  };
  await fetchAll(listSideFiles(format, main));
  for (const [name, library] of [...sides]) if (name.endsWith('.mtl')) await fetchAll(listMtlImages(toText(library)));
  return sides;
}
