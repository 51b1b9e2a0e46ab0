import path from 'node:path';
import type { Disk } from '../../base/files/disk.ts';
import type { SourceInspector } from '../inspect/source-inspector.ts';
import type { JobRecord } from '../job-record.ts';
import { makeJobFolder } from '../make-job-folder.ts';

/** Name of a job's thumbnail in its folder of the library. */
export const THUMBNAIL = 'thumb.webp';

/**
 * Opens every file of the source completely before anything is sent, and keeps a thumbnail of the first image. Throws
 * AppError naming the file.
 */
export async function prepareSource(
  { kind, sources: given }: JobRecord,
  jobFolder: string,
  inspector: SourceInspector,
  disk: Disk,
): Promise<Pick<JobRecord, 'sources' | 'hasThumbnail'>> {
  await makeJobFolder(jobFolder, disk);
  // Its words are in the record; what they were read from may be gone.
  if (kind === 'prompt') return { sources: given, hasThumbnail: false };
  const sources = [];
  let hasThumbnail = false;
  for (const [index, source] of given.entries()) {
    const thumbnailPath = index === 0 ? path.join(jobFolder, THUMBNAIL) : null;
    const question = { kind: kind === 'model' ? 'model' : 'picture', path: source.path, thumbnailPath } as const;
    const found = await inspector.inspect(question, source.name);
    sources.push({ ...source, bytes: found.bytes });
    hasThumbnail ||= found.hasThumbnail;
  }
  return { sources, hasThumbnail };
}
