const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_LENGTH = 64;

/**
 * A file's base name made of ASCII letters, digits, `-` and `_` only, which every archive, URL and text format takes
 * unquoted; `fallback` where nothing readable is left.
 */
export function toSafeFileName(name: string, fallback: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  const safe = plain.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, MAX_LENGTH);
  const trimmed = safe.replace(/^[_-]+|[_-]+$/g, '');
  if (trimmed === '') return fallback;
  return RESERVED_BY_WINDOWS.test(trimmed) ? `${trimmed}_` : trimmed;
}

/** A name without spaces, quotes, `#` or control characters, letters of any script kept, as OBJ and MTL need. */
export function toSafeWord(name: string, fallback: string): string {
  const word = name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_');
  return /[\p{L}\p{N}]/u.test(word) ? word : fallback;
}

/** A USD prim name: an ASCII identifier. */
export function toPrimName(name: string, fallback: string): string {
  const safe = toSafeFileName(name, fallback).replaceAll('-', '_');
  return /^\d/.test(safe) ? `_${safe}` : safe;
}
