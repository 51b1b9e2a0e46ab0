import type { JobRecord } from '../../pipeline/job-record.ts';
import { isInside } from './find-duplicate-files.ts';

/** Bytes of the files of a job in its library folder; exported files elsewhere do not count. */
export function libraryBytesOf({ artifacts }: JobRecord, jobFolder: string): number {
  return artifacts.reduce((sum, { path: file, bytes }) => (isInside(jobFolder, file) ? sum + bytes : sum), 0);
}
