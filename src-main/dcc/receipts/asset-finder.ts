import path from 'node:path';
import { MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest } from '../../../src-shared/delivery/manifest.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { MAX_EXPORT_DEPTH } from './export-files.ts';
import type { DirectoryCache } from './directory-cache.ts';
import type { ParsedFile, StateFileReader } from './state-file-reader.ts';

/** An asset of an export folder. */
export interface Asset extends ParsedFile<Manifest> {
  /** Its manifest, relative to the export folder with forward slashes. */
  readonly path: string;
}

/** Finds the assets of an export folder again and again. */
export interface AssetFinder {
  find(): Promise<Asset[]>;
}

/**
 * Manifests are final, so a known asset is looked at only so often; what comes and goes shows in the folder above it.
 * With that a look costs one question to the disk, however many assets there are.
 */
const WHOLE_MS = 60_000;

/** A finder that knows nothing yet. */
export function createAssetFinder(
  folder: string,
  list: DirectoryCache,
  reader: StateFileReader,
  clock: Clock = systemClock,
): AssetFinder {
  let known = new Map<string, Asset>();
  let wholeAt = -Infinity;

  const walk = async (relative: string, depth: number, isWhole: boolean, found: Map<string, Asset>): Promise<void> => {
    const before = known.get(relative);
    if (before && !isWhole) {
      found.set(relative, before);
      return;
    }
    const { entries } = await list.list(path.join(folder, relative));
    const inside = relative === '' ? '' : `${relative}/`;
    if (relative !== '' && entries.some(({ name, kind }) => name === MANIFEST_NAME && kind === 'file')) {
      const read = await reader.read(inside + MANIFEST_NAME, manifest);
      if (read) found.set(relative, { ...read, path: inside + MANIFEST_NAME });
      return;
    }
    for (const { name, kind } of depth < MAX_EXPORT_DEPTH ? entries : []) {
      if (kind === 'folder') await walk(inside + name, depth + 1, isWhole, found);
    }
  };

  return {
    find: async () => {
      const now = clock.elapsed();
      const isWhole = now - wholeAt >= WHOLE_MS;
      if (isWhole) wholeAt = now;
      const found = new Map<string, Asset>();
      await walk('', 0, isWhole, found);
      known = found;
      return [...found.values()];
    },
  };
}
