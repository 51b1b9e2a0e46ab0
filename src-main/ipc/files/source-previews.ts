import type { FileReader } from '../../readers/file-reader.ts';
import type { ServedFile } from '../../app-deps.ts';
import type { ClaimedSources } from '../claimed-sources.ts';

/** Larger models keep their icon: reading them takes seconds, which the reads of jobs need. */
const MAX_MODEL_BYTES = 64 * 1024 ** 2;

/** Number of previews that are kept; the oldest are rendered again. */
const MAX_KEPT = 500;

/**
 * Renders previews of models that are not jobs yet, in the reader processes and one at a time, so that other reads do not
 * wait for them. Returns null for an unknown id, another kind of source, and a model that is too large or not readable.
 */
export function createSourcePreviews(
  { entries }: Pick<ClaimedSources, 'entries'>,
  reader: Pick<FileReader, 'read'>,
): (id: string) => Promise<ServedFile | null> {
  const kept = new Map<string, Promise<ServedFile | null>>();
  let last: Promise<unknown> = Promise.resolve();

  const render = async (id: string): Promise<ServedFile | null> => {
    // A source that became a job meanwhile is not shown any longer.
    const [, source] = entries([id])[0] ?? [];
    if (source?.kind !== 'model' || source.bytes > MAX_MODEL_BYTES) return null;
    const { path, name } = source;
    const content = await reader.read('preview-model', { path, subject: name }).catch(() => null);
    return content && { path, mime: 'image/webp', bytes: content.byteLength, content: [content] };
  };

  return (id) => {
    if (entries([id]).length === 0) return Promise.resolve(null);
    const known = kept.get(id);
    if (known) return known;
    const preview = last.then(() => render(id));
    last = preview;
    kept.set(id, preview);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return preview;
  };
}
