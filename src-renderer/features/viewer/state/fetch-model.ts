import { FORMAT_ROWS } from '../../../../src-shared/formats/formats.ts';
import type { Artifact } from '../../../../src-shared/jobs/job.ts';
import { fetchSides } from '../load/fetch-sides.ts';
import { ModelLoadError } from '../load/load-failure.ts';
import type { ModelFile } from '../load/load-model.ts';
import { loadBytes, loadSideFile } from '../../../app/artifact-source.ts';

/** Models that are larger with their companion files are not loaded: in memory they take several times their size. */
const MAX_BYTES = 768 * 1024 ** 2;
/** Maximum size of a text file whose companion files are searched on the main thread. */
const MAX_TEXT_BYTES = 256 * 1024 ** 2;

/** Fetches a model file and its companion files. Throws `ModelLoadError`, or the signal's reason. */
export async function fetchModel({ id, format, bytes }: Artifact, signal: AbortSignal): Promise<ModelFile> {
  const most = format !== null && FORMAT_ROWS[format].zipped ? MAX_TEXT_BYTES : MAX_BYTES;
  if (format === null || bytes > most) throw new ModelLoadError('too_large');
  try {
    const main = await loadBytes(id, signal);
    const fetchSide = (path: string, room: number) => loadSideFile(id, path, room, signal);
    const isZipped = FORMAT_ROWS[format].zipped;
    const sides = isZipped ? await fetchSides(format, main, MAX_BYTES - main.byteLength, fetchSide) : new Map();
    return { format, bytes: main, sides };
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ModelLoadError) throw cause;
    throw new ModelLoadError('unreachable', cause instanceof Error ? cause.message : '', { cause });
  }
}
