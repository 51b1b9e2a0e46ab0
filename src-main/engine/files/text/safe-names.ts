const RESERVED_BY_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
const MAX_LENGTH = 64;

/**
 * Sanitizes a file's base name to ASCII letters, digits, `-` and `_`, which every archive, URL and text format accepts
 * unquoted; `fallback` if nothing is left.
 */
export function toSafeFileName(name: string, fallback: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  const safe = plain.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, MAX_LENGTH);
  const trimmed = safe.replace(/^[_-]+|(?<![_-])[_-]+$/g, '');
  if (trimmed === '') return fallback;
  return RESERVED_BY_WINDOWS.test(trimmed) ? `${trimmed}_` : trimmed;
}

/**
 * Removes spaces, quotes, `#` and control characters from a name and keeps letters of any script, as OBJ and MTL need.
 */
export function toSafeWord(name: string, fallback: string): string {
  const word = name.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_');
  return /[\p{L}\p{N}]/u.test(word) ? word : fallback;
}

/** Converts a name to a USD prim name: an ASCII identifier. */
export function toPrimName(name: string, fallback: string): string {
  const safe = toSafeFileName(name, fallback).replaceAll('-', '_');
  return /^\d/.test(safe) ? `_${safe}` : safe;
}
