import path from 'node:path';
import type { Disk } from '../../base/files/disk.ts';
import { PART_SUFFIX } from '../../base/files/durable-file.ts';
import type { FileReader } from '../../readers/file-reader.ts';
import type { JobRecord } from '../job-record.ts';
import { makeJobFolder } from '../make-job-folder.ts';

/** File name of a job's thumbnail in its library folder. */
export const THUMBNAIL = 'thumb.webp';

/**
 * Reads every source file completely before anything is sent, and stores a thumbnail of the first image. Throws
 * AppError naming the file.
 */
export async function prepareSource(
  { kind, sources: given }: JobRecord,
  jobFolder: string,
  reader: FileReader,
  disk: Disk,
): Promise<Pick<JobRecord, 'sources' | 'hasThumbnail'>> {
  await makeJobFolder(jobFolder, disk);
  // The prompt is in the record; the file it was read from may no longer exist.
  if (kind === 'prompt') return { sources: given, hasThumbnail: false };
  await removeThumbnailParts(jobFolder, disk);
  const sources = [];
  let hasThumbnail = false;
  for (const [index, source] of given.entries()) {
    const thumbnailPath = index === 0 ? path.join(jobFolder, THUMBNAIL) : null;
    const found = await reader.read('inspect-source', {
      kind: kind === 'model' ? 'model' : 'picture',
      path: source.path,
      thumbnailPath,
      subject: source.name,
    });
    sources.push({ ...source, bytes: found.bytes });
    hasThumbnail ||= found.hasThumbnail;
  }
  return { sources, hasThumbnail };
}

/** Removes what the end of the app left of thumbnails that were being written: each has a name of its own. */
async function removeThumbnailParts(jobFolder: string, disk: Disk): Promise<void> {
  const names = await disk.list(jobFolder).catch(() => []);
  const parts = names.filter((name) => name.startsWith(`.${THUMBNAIL}-`) && name.endsWith(PART_SUFFIX));
  for (const name of parts) await disk.remove(path.join(jobFolder, name)).catch(() => undefined);
}
