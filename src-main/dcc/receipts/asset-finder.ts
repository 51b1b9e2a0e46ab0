import path from 'node:path';
import { isManifestName, MANIFEST_NAME } from '../../../src-shared/delivery/delivery-schemas.ts';
import { manifest, type Manifest } from '../../../src-shared/delivery/manifest.ts';
import { isIgnoredName } from '../../../src-shared/delivery/temporary-names.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { MAX_EXPORT_DEPTH } from './export-files.ts';
import type { DirectoryCache } from './directory-cache.ts';
import type { ParsedFile, StateFileReader } from './state-file-reader.ts';

/** An asset of an output folder, or a later result in its folder. */
export interface Asset extends ParsedFile<Manifest> {
  /** Its manifest, relative to the output folder with forward slashes. */
  readonly path: string;
}

/** Repeatedly finds the assets of an output folder. */
export interface AssetFinder {
  find(): Promise<Asset[]>;
}

/**
 * Interval of full scans. Manifests are final, parent folders show added and removed assets, and adding a result to an
 * asset changes the output folder, too. Other scans check only the parent folder, whatever the number of assets.
 */
const FULL_SCAN_INTERVAL_MS = 60_000;

/** Creates a finder with an empty cache. */
export function createAssetFinder(
  folder: string,
  list: DirectoryCache,
  reader: StateFileReader,
  clock: Clock = systemClock,
): AssetFinder {
  let known = new Map<string, readonly Asset[]>();
  let fullScanAt = -Infinity;

  const walk = async (
    relative: string,
    depth: number,
    isFullScan: boolean,
    found: Map<string, readonly Asset[]>,
  ): Promise<void> => {
    const before = known.get(relative);
    if (before && !isFullScan) {
      found.set(relative, before);
      return;
    }
    const { entries } = await list.list(path.join(folder, relative));
    const files = entries.filter(({ kind }) => kind === 'file').map(({ name }) => name);
    const prefix = relative === '' ? '' : `${relative}/`;
    if (relative !== '' && files.includes(MANIFEST_NAME)) {
      const assets: Asset[] = [];
      for (const name of files.filter(isManifestName)) {
        const read = await reader.read(prefix + name, manifest);
        if (read) assets.push({ ...read, path: prefix + name });
      }
      if (assets.length > 0) found.set(relative, assets);
      return;
    }
    if (isIgnoredName(path.posix.basename(relative))) return;
    for (const { name, kind } of depth < MAX_EXPORT_DEPTH ? entries : []) {
      if (kind === 'folder') await walk(prefix + name, depth + 1, isFullScan, found);
    }
  };

  return {
    find: async () => {
      const now = clock.elapsed();
      const { isUnchanged } = await list.list(folder);
      const isFullScan = !isUnchanged || now - fullScanAt >= FULL_SCAN_INTERVAL_MS;
      if (isFullScan) fullScanAt = now;
      const found = new Map<string, readonly Asset[]>();
      await walk('', 0, isFullScan, found);
      known = found;
      if (reader.takeFailure()) fullScanAt = -Infinity;
      if (isFullScan) reader.forgetOthers();
      return [...found.values()].flat();
    },
  };
}
