import type { Dimensions } from './delivery-schemas.ts';
import type { ManifestFile } from './manifest.ts';
import type { Receipt } from './receipt.ts';

/** Largest difference of a size, as a part of the model's longest side. */
const SIZE_TOLERANCE = 0.01;

/** A point in which a receipt differs from what the manifest promised of the file. */
export type ImportMismatch =
  | { readonly kind: 'size'; readonly expected: Dimensions; readonly found: Dimensions }
  | { readonly kind: 'turned'; readonly expected: Dimensions; readonly found: Dimensions }
  | { readonly kind: 'missing_textures'; readonly names: readonly string[] }
  | { readonly kind: 'fewer_textures'; readonly expected: number; readonly found: number }
  | { readonly kind: 'missing_clips'; readonly names: readonly string[] }
  | { readonly kind: 'no_skeleton' };

/**
 * What a target found otherwise than the manifest says of the file it imported; none for a failed import. Sizes are
 * compared in the axes of the target's scene, in metres, times the factor the target was set to.
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
  const clips = file.clips.filter((name) => !receipt.clips.some((found) => holdsName(found, name)));
  if (clips.length > 0) contradictions.push({ kind: 'missing_clips', names: clips });
  if (file.hasSkeleton && receipt.armature === null) contradictions.push({ kind: 'no_skeleton' });
  return contradictions;
}

/** Programs put the skeleton's name before a clip's, or a number behind it: `Armature|Walk`, `Walk.001`. */
function holdsName(found: string, name: string): boolean {
  return found === name || found.endsWith(`|${name}`) || found.replace(/\.\d{3}$/, '') === name;
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

/** Sizes in other axes: between Y up and Z up the second and the third change places. */
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
