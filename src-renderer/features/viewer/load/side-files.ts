import { splitLibraryNames } from '../../../../src-shared/formats/obj-libraries.ts';
import { baseName } from '../../../app/base-name.ts';
import { parseGltfText } from './parse-gltf-text.ts';
import { toText } from './to-text.ts';

/** Companion files of a model by their lowercase names. */
export type SideFiles = ReadonlyMap<string, ArrayBuffer>;

/** Returns the key of a companion file for any path and case. */
export function sideName(path: string): string {
  return baseName(path).toLowerCase();
}

/** Lists the companion files that a model refers to, without duplicates; empty for self-contained formats. */
export function listSideFiles(format: string, bytes: ArrayBuffer): string[] {
  if (format === 'obj')
    return unique(matchAll(toText(bytes), /^[ \t]*mtllib[ \t]+(\S.*)$/gim).flatMap(splitLibraryNames));
  return format === 'gltf' ? unique(listGltfFiles(toText(bytes))) : [];
}

/** Lists the images of an MTL: the last word of each map line, after its options. */
export function listMtlImages(text: string): string[] {
  const lines = [...text.matchAll(/^[ \t]*(\w+)[ \t]+(\S.*)$/gm)]
    .filter(([, keyword = '']) => /^(?:map_\w+|bump|disp|norm|refl|decal)$/i.test(keyword))
    .map(([, , rest = '']) => rest.trimEnd());
  return unique(lines.map((line) => line.replace(/^(?:-\w+\s+(?:(?:on|off|[-+.\d]+)\s+)*)+/i, '')));
}

/** Lists the URIs of buffers and images, without embedded ones. */
function listGltfFiles(text: string): string[] {
  let json: unknown;
  try {
    json = parseGltfText(text);
  } catch {
    return [];
  }
  const { buffers, images } = (json ?? {}) as Readonly<Record<'buffers' | 'images', unknown>>;
  return [buffers, images].flatMap((list) =>
    (Array.isArray(list) ? (list as ({ uri?: unknown } | null)[]) : []).flatMap((entry) => {
      const uri = entry?.uri;
      return typeof uri === 'string' && !uri.startsWith('data:') ? [uri] : [];
    }),
  );
}

/**
 * Returns the first group of every match. Patterns must not match trailing blanks, because a text may consist of blanks
 * only.
 */
function matchAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.trimEnd());
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
