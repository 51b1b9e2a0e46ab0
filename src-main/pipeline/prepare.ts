import path from 'node:path';
import { toDiskError } from '../folders/disk-error.ts';
import { makeFolder } from '../folders/make-folder.ts';
import type { Disk } from '../system/disk.ts';
import type { SourceInspector } from './inspect-source.ts';
import type { JobRecord } from './job-record.ts';

/** Name of a job's thumbnail in its folder of the library. */
export const THUMBNAIL = 'thumb.webp';

/** Opens the source completely before anything is sent, and keeps a thumbnail. Throws AppError naming the file. */
export async function prepareSource(
  record: JobRecord,
  jobFolder: string,
  inspector: SourceInspector,
  disk: Disk,
): Promise<Pick<JobRecord, 'sourceBytes' | 'hasThumbnail'>> {
  await makeFolder(jobFolder, disk).catch((error: unknown) => {
    throw toDiskError(error, 'library');
  });
  const thumbnailPath = path.join(jobFolder, THUMBNAIL);
  const { kind, sourcePath, name } = record;
  const { bytes, hasThumbnail } = await inspector.inspect({ kind, path: sourcePath, thumbnailPath }, name);
  return { sourceBytes: bytes, hasThumbnail };
}
