const GIGABYTE = 1e9;
/** Less than a model takes. */
const MIN_BYTES = 1e6;
const MAX_BYTES = 1e15;

/** A typed number of gigabytes (a decimal comma is taken, too) as bytes; null: it is none, or none that makes sense. */
export function parseGigabytes(typed: string): number | null {
  const text = typed
    .trim()
    .replace(/\s*gb$/i, '')
    .replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(text)) return null;
  const bytes = Math.round(Number(text) * GIGABYTE);
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES ? bytes : null;
}

/** Bytes as the shortest number of gigabytes that means them. */
export function toGigabytes(bytes: number): string {
  return String(bytes / GIGABYTE);
}
