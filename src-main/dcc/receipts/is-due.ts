import type { Asset } from './asset-finder.ts';

/**
 * Whether a target is still to import a result: the newest version of its kind, in one format; the same rule as in the
 * bridges. `beside` are all results in its folder.
 */
export function isDue(asset: Asset, beside: readonly Asset[], isImported: (id: string) => boolean): boolean {
  const { id, kind, version = 1 } = asset.value;
  return beside.every(({ value: other }) => {
    if (other.id === id || other.kind !== kind) return true;
    const otherVersion = other.version ?? 1;
    return otherVersion < version || (otherVersion === version && !isImported(other.id));
  });
}
