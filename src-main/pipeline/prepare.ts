import path from 'node:path';
import type { Disk } from '../system/disk.ts';
import type { SourceInspector } from './inspect-source.ts';
import type { JobRecord } from './job-record.ts';
import { makeJobFolder } from './make-job-folder.ts';

/** Name of a job's thumbnail in its folder of the library. */
export const THUMBNAIL = 'thumb.webp';

/** Opens the source completely before anything is sent, and keeps a thumbnail. Throws AppError naming the file. */
export async function prepareSource(
  record: JobRecord,
  jobFolder: string,
  inspector: SourceInspector,
  disk: Disk,
): Promise<Pick<JobRecord, 'sourceBytes' | 'hasThumbnail'>> {
  await makeJobFolder(jobFolder, disk);
  const thumbnailPath = path.join(jobFolder, THUMBNAIL);
  const { kind, sourcePath, name } = record;
  const { bytes, hasThumbnail } = await inspector.inspect({ kind, path: sourcePath, thumbnailPath }, name);
  return { sourceBytes: bytes, hasThumbnail };
}
