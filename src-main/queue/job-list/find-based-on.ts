import { hashFile } from '../../base/files/hash-file.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import { systemDisk, type Disk } from '../../base/files/disk.ts';
import type { NewSource } from '../create-job-records.ts';

/**
 * The sources, each with the id of the job that produced it: matched by path, otherwise by size and content, because a
 * file may have been moved or uploaded by a browser. An id given by the source is kept.
 */
export async function withBasedOn<S extends NewSource>(
  sources: readonly S[],
  records: readonly JobRecord[],
  disk: Disk = systemDisk,
): Promise<S[]> {
  const byPath = new Map<string, string>();
  const bySize = new Map<number, { readonly sha256: string; readonly id: string }[]>();
  for (const { id, artifacts } of records) {
    for (const { path, exportedPath, bytes, sha256, role } of artifacts) {
      if (role === 'preview') continue;
      byPath.set(path, id);
      if (exportedPath !== null) byPath.set(exportedPath, id);
      bySize.set(bytes, [...(bySize.get(bytes) ?? []), { sha256, id }]);
    }
  }
  return Promise.all(
    sources.map(async (source) => {
      if (source.basedOn !== undefined || (source.kind !== 'model' && source.kind !== 'picture')) return source;
      const alike = bySize.get(source.bytes) ?? [];
      const basedOn = byPath.get(source.path) ?? (alike.length > 0 ? await findSame(source.path) : undefined);
      return basedOn === undefined ? source : { ...source, basedOn };

      async function findSame(path: string): Promise<string | undefined> {
        const sha256 = (await hashFile(path, disk).catch(() => null))?.sha256;
        return alike.find((other) => other.sha256 === sha256)?.id;
      }
    }),
  );
}
