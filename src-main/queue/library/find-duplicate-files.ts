import path from 'node:path';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';
import type { Disk } from '../../base/files/disk.ts';

/** A file of the library and the path of its possible copy in the output folder. */
interface DuplicateFile {
  readonly library: string;
  readonly exported: string;
  readonly bytes: number;
}

/** An artifact of the library that, judged by file sizes, is also in the output folder. */
export interface DuplicateGroup {
  readonly job: JobRecord;
  readonly artifact: ArtifactRecord;
  /** The model first, then its side files. */
  readonly files: readonly DuplicateFile[];
  readonly bytes: number;
}

/**
 * Artifacts of finished jobs that seem to be in both the library and the output folder: every file exists in both, with
 * the same size, and is no link. The content is not compared.
 */
export async function findDuplicateFiles(
  record: JobRecord,
  jobFolder: string,
  disk: Pick<Disk, 'stat' | 'list'>,
): Promise<DuplicateGroup[]> {
  if (record.status !== 'done') return [];
  const doubles: DuplicateGroup[] = [];
  for (const artifact of record.artifacts) {
    const files = await filesOf(artifact, jobFolder, disk);
    if (files) doubles.push({ job: record, artifact, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) });
  }
  return doubles;
}

/** Checks that a path is inside a folder. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

async function filesOf(
  { path: main, bundle, exportedPath }: ArtifactRecord,
  jobFolder: string,
  disk: Pick<Disk, 'stat' | 'list'>,
): Promise<DuplicateFile[] | null> {
  if (exportedPath === null || isInside(jobFolder, exportedPath) || !isInside(jobFolder, main)) return null;
  if (bundle !== null && !isInside(jobFolder, bundle)) return null;
  const pairs = [{ library: main, exported: exportedPath }];
  const names = bundle === null ? [] : await disk.list(bundle).catch(() => []);
  for (const name of names) {
    const library = path.join(bundle ?? '', name);
    if (library !== main) pairs.push({ library, exported: path.join(path.dirname(exportedPath), name) });
  }
  const files: DuplicateFile[] = [];
  for (const { library, exported } of pairs) {
    const [own, other] = await Promise.all([look(library, disk), look(exported, disk)]);
    if (!own || !other || own.isFolder || other.isFolder || own.bytes !== other.bytes) return null;
    files.push({ library, exported, bytes: own.bytes });
  }
  return files;
}

function look(file: string, disk: Pick<Disk, 'stat'>) {
  return disk.stat(file).catch(() => null);
}
