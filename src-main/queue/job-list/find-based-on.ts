import path from 'node:path';
import { hashFile } from '../../base/files/hash-file.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { systemDisk, type Disk } from '../../base/files/disk.ts';
import type { NewSource } from '../create-job-records.ts';
import { jobKey } from '../store/job-keys.ts';
import { byPosition, type KnownJobs } from './job-memory.ts';

/**
 * The sources, each with the id of the job that produced it: matched by path, otherwise by size and content, because a
 * file may have been moved or uploaded by a browser. An id given by the source is kept.
 */
export async function withBasedOn<S extends NewSource>(
  sources: readonly S[],
  { recent, older, get }: Pick<KnownJobs, 'recent' | 'older' | 'get'>,
  disk: Disk = systemDisk,
): Promise<S[]> {
  const byPath = new Map<string, JobRecord[]>();
  const bySize = new Map<number, JobRecord[]>();
  const note = <K>(jobs: Map<K, JobRecord[]>, key: K, record: JobRecord): void => {
    const known = jobs.get(key);
    if (known) known.push(record);
    else jobs.set(key, [record]);
  };
  for (const record of recent()) {
    for (const { path: file, exportedPath, bytes } of listResults(record)) {
      note(byPath, file, record);
      if (exportedPath !== null) note(byPath, exportedPath, record);
      note(bySize, bytes, record);
    }
  }
  /** The last job with a result at that path. A result in the library is in a folder with the id of its job. */
  const findAt = (file: string): JobRecord | undefined => {
    const owners = file.split(path.sep).flatMap((folder) => get(folder) ?? []);
    const known = [...(byPath.get(file) ?? []), ...older(jobKey.exported(file)), ...owners];
    return known
      .filter((record) => isAt(record, file))
      .sort(byPosition)
      .at(-1);
  };
  /** The first job with a result of that content. */
  const findSame = async (file: string, size: number): Promise<JobRecord | undefined> => {
    const alike = [...(bySize.get(size) ?? []), ...older(jobKey.result(size))].sort(byPosition);
    const sha256 = alike.length === 0 ? undefined : (await hashFile(file, disk).catch(() => null))?.sha256;
    return alike.find((record) => listResults(record).some((result) => result.sha256 === sha256));
  };
  return Promise.all(
    sources.map(async (source) => {
      if (source.basedOn !== undefined || (source.kind !== 'model' && source.kind !== 'picture')) return source;
      const maker = findAt(source.path) ?? (await findSame(source.path, source.bytes));
      return maker === undefined ? source : { ...source, basedOn: maker.id };
    }),
  );
}

function listResults({ artifacts }: JobRecord): JobRecord['artifacts'] {
  return artifacts.filter(({ role }) => role !== 'preview');
}

function isAt(record: JobRecord, file: string): boolean {
  return listResults(record).some(({ path: own, exportedPath }) => own === file || exportedPath === file);
}
