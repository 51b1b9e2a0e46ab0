import { baseName } from '../../../app/base-name.ts';
/** Files beside a model, by their names in lower case. */
export type SideFiles = ReadonlyMap<string, ArrayBuffer>;

/** The name a side file is kept under, whatever path or case it is asked by. */
export function sideName(path: string): string {
  return baseName(path).toLowerCase();
}

/** The files a model names beside it, each once; empty for formats that hold everything themselves. */
export function listSideFiles(format: string, bytes: ArrayBuffer): string[] {
  if (format === 'obj') return unique(matchAll(toText(bytes), /^[ \t]*mtllib[ \t]+(\S.*)$/gim));
  return format === 'gltf' ? unique(listGltfFiles(toText(bytes))) : [];
}

/** The images an MTL names: the last word of each map's line, after its options. */
export function listMtlImages(text: string): string[] {
  const lines = matchAll(text, /^[ \t]*(?:map_\w+|bump|disp|norm|refl|decal)[ \t]+(\S.*)$/gim);
  return unique(lines.map((line) => line.replace(/^(?:-\w+\s+(?:(?:on|off|[-+.\d]+)\s+)*)+/i, '')));
}

/** Addresses of buffers and images; those inside the description are no files. */
function listGltfFiles(text: string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
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

/** What a pattern finds; a pattern must not take blanks it cannot end, because a text may be nothing but blanks. */
function matchAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.trimEnd());
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** The text of a file. */
export function toText(bytes: ArrayBuffer): string {
  return new TextDecoder().decode(bytes);
}
