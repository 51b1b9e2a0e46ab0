import { FORMAT_ROWS } from '../../src-shared/formats.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { exportFile } from '../folders/export-folder.ts';
import { toSafeBaseName } from '../folders/file-name.ts';
import type { ArtifactRecord, JobRecord } from './job-record.ts';
import type { Tools } from './tools.ts';

/** Puts an artifact into the export folder under the source's name and remembers where; a repeat changes nothing. */
export async function exportArtifact(record: JobRecord, artifact: ArtifactRecord, tools: Tools): Promise<JobRecord> {
  if (artifact.exportedPath !== null || artifact.format === null) return record;
  const { path, sha256, bundle, format } = artifact;
  const { extension } = FORMAT_ROWS[format];
  const delivery = { path, sha256, bundle, baseName: toSafeBaseName(record.name), extension };
  const exportedPath = await exportFile(tools.exportFolder, delivery, tools.system);
  // A file that an earlier try put there may have its name in memory only.
  await tools.system.disk.syncFolder(tools.exportFolder).catch((error: unknown) => {
    throw toDiskError(error, tools.exportFolder);
  });
  const now = tools.current();
  const artifacts = now.artifacts.map((other) => (other.id === artifact.id ? { ...other, exportedPath } : other));
  return tools.save({ ...now, artifacts });
}
