import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { ArtifactRecord } from '../../pipeline/job-record.ts';
import { message } from '../../../src-shared/messages/message.ts';

/**
 * The files to drag for an artifact, main file first: the exported one, otherwise the one in the library, and for a bundle
 * the files beside it. Throws `not_found`.
 */
export async function listDragFiles(
  artifact: Pick<ArtifactRecord, 'path' | 'exportedPath' | 'bundle'>,
): Promise<[string, ...string[]]> {
  const file = await findFile([artifact.exportedPath, artifact.path]);
  if (file === null) throw new AppError('not_found', message('file.moved'));
  if (artifact.bundle === null) return [file];
  const folder = path.dirname(file);
  const entries = await readdir(folder, { withFileTypes: true });
  const others = entries.filter((entry) => entry.isFile()).map(({ name }) => path.join(folder, name));
  return [file, ...others.filter((other) => other !== file).sort()];
}

async function findFile(places: readonly (string | null)[]): Promise<string | null> {
  for (const place of places) {
    if (place !== null && (await stat(place).catch(() => null))?.isFile()) return place;
  }
  return null;
}
