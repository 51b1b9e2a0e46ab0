import type { Dimensions } from './delivery-schemas.ts';
import type { ManifestFile } from './manifest.ts';
import type { Receipt } from './receipt.ts';

/** Maximum difference of a size, as a fraction of the model's longest side. */
const SIZE_TOLERANCE = 0.01;

/** A difference between a receipt and the manifest. */
export type ImportMismatch =
  | { readonly kind: 'size'; readonly expected: Dimensions; readonly found: Dimensions }
  | { readonly kind: 'turned'; readonly expected: Dimensions; readonly found: Dimensions }
  | { readonly kind: 'missing_textures'; readonly names: readonly string[] }
  | { readonly kind: 'fewer_textures'; readonly expected: number; readonly found: number }
  | { readonly kind: 'missing_clips'; readonly names: readonly string[] }
  | { readonly kind: 'no_skeleton' };

/**
 * Finds differences between a target's receipt and the manifest of the imported file; none for a failed import. Sizes
 * are compared in the axes of the target's scene, in metres, multiplied by the target's scale setting.
 */
export function findImportMismatches(file: ManifestFile, receipt: Receipt, scale = 1): ImportMismatch[] {
  if (receipt.status !== 'imported') return [];
  const contradictions: ImportMismatch[] = [];
  const { textures } = receipt;
  const size = compareSizes(file, receipt, scale);
  if (size) contradictions.push(size);
  if (textures.missing.length > 0) contradictions.push({ kind: 'missing_textures', names: textures.missing });
  const there = textures.linked + textures.missing.length;
  if (file.textures !== null && there < file.textures) {
    contradictions.push({ kind: 'fewer_textures', expected: file.textures, found: there });
  }
  const imported = listClipNames(receipt.clips);
  const clips = file.clips.filter((name) => !imported.has(name));
  if (clips.length > 0) contradictions.push({ kind: 'missing_clips', names: clips });
  if (file.hasSkeleton && receipt.armature === null) contradictions.push({ kind: 'no_skeleton' });
  return contradictions;
}

/** Longer names are not split: a file may contain any number of bars. */
const MAX_SPLIT_LENGTH = 1_000;

/**
 * The names that clips of a program may have had: programs prefix a name with that of the skeleton, or append a number:
 * `Armature|Walk`, `Walk.001`.
 */
function listClipNames(clips: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const clip of clips) {
    names.add(clip).add(clip.replace(/\.\d{3}$/, ''));
    if (clip.length > MAX_SPLIT_LENGTH) continue;
    for (let bar = clip.indexOf('|'); bar >= 0; bar = clip.indexOf('|', bar + 1)) names.add(clip.slice(bar + 1));
  }
  return names;
}

function compareSizes(file: ManifestFile, receipt: Receipt, scale: number): ImportMismatch | null {
  if (!file.dimensions || !receipt.dimensions) return null;
  const turned = toAxes(file.dimensions, file.upAxis, receipt.upAxis);
  const expected: Dimensions = [turned[0] * scale, turned[1] * scale, turned[2] * scale];
  const found = receipt.dimensions;
  if (isNear(expected, found)) return null;
  const isTurned = isNear(sort(expected), sort(found));
  return { kind: isTurned ? 'turned' : 'size', expected, found };
}

/** Converts sizes between Y up and Z up by swapping y and z. */
function toAxes([x, y, z]: Dimensions, from: 'Y' | 'Z' | null, to: 'Y' | 'Z' | null): Dimensions {
  return from && to && from !== to ? [x, z, y] : [x, y, z];
}

function isNear(a: Dimensions, b: Dimensions): boolean {
  const tolerance = SIZE_TOLERANCE * Math.max(...a);
  return a.every((value, axis) => Math.abs(value - (b[axis] ?? NaN)) <= tolerance);
}

function sort(values: Dimensions): Dimensions {
  const [x = 0, y = 0, z = 0] = values.toSorted((a, b) => a - b);
  return [x, y, z];
}
