const GIGABYTE = 1e9;
/** Smaller than a single model. */
const MIN_BYTES = 1e6;
const MAX_BYTES = 1e15;

/** Parses a number of gigabytes (a decimal comma is accepted) to bytes; null if it is invalid or out of range. */
export function parseGigabytes(typed: string): number | null {
  const text = typed.trim().replace(/gb$/i, '').trimEnd().replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(text)) return null;
  const bytes = Math.round(Number(text) * GIGABYTE);
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES ? bytes : null;
}

/** Formats bytes as the shortest exact number of gigabytes. */
export function toGigabytes(bytes: number): string {
  return String(bytes / GIGABYTE);
}
