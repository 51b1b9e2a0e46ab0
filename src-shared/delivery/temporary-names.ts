/** Endings of names that programs give to unfinished files; the same list as in the bridges. */
export const TEMPORARY_ENDINGS = [
  '.part',
  '.partial',
  '.tmp',
  '.temp',
  '.crdownload',
  '.download',
  '.filepart',
  '~',
] as const;

/** True for the name of a hidden or temporary file; the same rule as in the bridges. */
export function isIgnoredName(name: string): boolean {
  return /^[.~]/.test(name) || findTemporaryEnding(name) !== null;
}

/** The ending that marks a name as temporary; null if there is none. */
export function findTemporaryEnding(name: string): string | null {
  const lower = name.toLowerCase();
  return TEMPORARY_ENDINGS.find((ending) => lower.endsWith(ending)) ?? null;
}
