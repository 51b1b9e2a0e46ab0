import { parseDecimal } from '../../app/language/parse-decimal.ts';

const GIGABYTE = 1e9;
/** Smaller than a single model. */
const MIN_BYTES = 1e6;
const MAX_BYTES = 1e15;

/** Parses a number of gigabytes (see `parseDecimal`) to bytes; null if it is invalid or out of range. */
export function parseGigabytes(typed: string): number | null {
  const text = parseDecimal(typed.trim().replace(/gb$/i, ''));
  if (text === null || !/^\d{1,7}(\.\d{1,6})?$/.test(text)) return null;
  const bytes = Math.round(Number(text) * GIGABYTE);
  return bytes >= MIN_BYTES && bytes <= MAX_BYTES ? bytes : null;
}

/** Formats bytes as the shortest exact number of gigabytes. */
export function toGigabytes(bytes: number): string {
  return String(bytes / GIGABYTE);
}
