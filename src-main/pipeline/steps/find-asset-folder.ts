import path from 'node:path';
import { MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';
import type { Manifest } from '../../../src-shared/delivery/manifest.ts';
import type { Disk } from '../../base/files/disk.ts';
import { readManifest } from '../../folders/place-asset.ts';
import type { ArtifactRecord } from '../job-record.ts';

/** The folder of an asset in the output folder. */
export interface AssetFolder {
  readonly path: string;
  readonly manifest: Manifest;
}

/**
 * The folder in which a job's earlier results are: directly in the output folder, with a manifest that lists one of them.
 * Null if nothing was exported to this output folder, or the user renamed, moved or removed the folder.
 */
export async function findAssetFolder(
  artifacts: readonly ArtifactRecord[],
  exportFolder: string,
  disk: Disk,
): Promise<AssetFolder | null> {
  const places = new Set(artifacts.flatMap((artifact) => folderOf(artifact) ?? []));
  const hashes = new Set(artifacts.map(({ sha256 }) => sha256));
  for (const place of places) {
    if (path.dirname(place) !== path.resolve(exportFolder)) continue;
    const manifest = await readManifest(path.join(place, MANIFEST_NAME), disk);
    if (manifest?.files.some(({ sha256 }) => hashes.has(sha256))) return { path: place, manifest };
  }
  return null;
}

/** The folder of the asset that an artifact was exported to; null if it was not. */
export function folderOf({ exportedPath, bundle }: ArtifactRecord): string | null {
  if (exportedPath === null) return null;
  const inner = path.dirname(exportedPath);
  return bundle === null ? inner : path.dirname(inner);
}
